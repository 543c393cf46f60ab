/** A photo under an editor. The photo is never uploaded (see `photo-storage.ts`). */
import { t } from "./texts";

/** The longer side in pixels: enough to read a board, small enough for any phone. */
const MAX_SIDE = 1600;
const MAX_BYTES = 60 * 1024 * 1024;
/** The largest number of pixels to decode, because small files can contain huge pictures. */
const MAX_PIXELS = 120_000_000;

export interface Photo {
  image: ImageBitmap;
  width: number;
  height: number;
}

/** Return a picture from a file or the camera, or a message if the picture is invalid or too large. */
export async function decodePhoto(file: Blob): Promise<Photo | string> {
  if (file.size > MAX_BYTES) return t().photoTooLarge;
  try {
    if ((await countPixels(file)) > MAX_PIXELS) return t().photoTooLarge;
    const original = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MAX_SIDE / Math.max(original.width, original.height));
    const [width, height] = [original.width, original.height].map((n) => Math.max(1, Math.round(n * scale))) as [
      number,
      number,
    ];
    if (scale === 1) return { image: original, width, height };
    const image = await createImageBitmap(original, { resizeWidth: width, resizeHeight: height });
    original.close();
    return { image, width, height };
  } catch {
    return t().photoBroken;
  }
}

/** Return the number of pixels of a picture without decoding the picture; 0 if unknown. */
async function countPixels(file: Blob): Promise<number> {
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
