/** A photo of one's own under an editor. It is drawn into the page and is sent nowhere (see `photos.ts`). */
import { t } from "./texts";

/** Pixels along the longer side: enough to read a board, small enough for any phone. */
const LONGEST = 1600;
const HEAVIEST = 60 * 1024 * 1024;
/** Pixels of a picture that is unfolded at all: a small file can hold more than a phone has room for. */
const MOST_PIXELS = 120_000_000;

export interface Photo {
  image: ImageBitmap;
  width: number;
  height: number;
}

/** A picture from a file or the camera; a sentence if it is none, or too large for this device. */
export async function photoFrom(file: Blob): Promise<Photo | string> {
  if (file.size > HEAVIEST) return t().photoTooLarge;
  try {
    if ((await pixels(file)) > MOST_PIXELS) return t().photoTooLarge;
    const whole = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST / Math.max(whole.width, whole.height));
    const [width, height] = [whole.width, whole.height].map((n) => Math.max(1, Math.round(n * scale))) as [
      number,
      number,
    ];
    if (scale === 1) return { image: whole, width, height };
    const image = await createImageBitmap(whole, { resizeWidth: width, resizeHeight: height });
    whole.close();
    return { image, width, height };
  } catch {
    return t().photoBroken;
  }
}

/** How many pixels a picture has, which a browser knows before it unfolds them; 0 if it does not say. */
async function pixels(file: Blob): Promise<number> {
  const address = URL.createObjectURL(file);
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = address;
    });
  } catch {
    return 0;
  } finally {
    URL.revokeObjectURL(address);
  }
  return image.naturalWidth * image.naturalHeight;
}
