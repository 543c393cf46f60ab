/** Photos in the file of a pack: they come off it as they were put in, and what is none is passed over. */
import { describe, expect, test } from "vitest";
import { splitPhotos, appendPhotos } from "../src/lib/photo-storage";

const picture = (...bytes: number[]) => new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });
const PACK = 'game = "rolling-heights"\n';

describe("the file of a pack", () => {
  test("is the pack alone where no photo goes with it", async () => {
    expect(await appendPhotos(PACK, [])).toBe(PACK);
    expect(splitPhotos(PACK)).toEqual({ text: PACK, photos: [] });
  });

  test("gives its photos back byte by byte, and the pack without them", async () => {
    const file = await appendPhotos(PACK, [{ part: "board Старый порт A", picture: picture(0, 255, 10, 13) }]);
    const { text, photos } = splitPhotos(file);
    expect(text.trim()).toBe(PACK.trim());
    expect(photos.map((photo) => photo.part)).toEqual(["board Старый порт A"]);
    expect([...new Uint8Array(await photos[0]!.picture.arrayBuffer())]).toEqual([0, 255, 10, 13]);
  });

  test.each(["# photo x", "# photo x data:text/html;base64,AAAA", "# photo %E0 data:image/jpeg;base64,AAAA", "x", ""])(
    "passes over the line %j",
    (line) => {
      expect(splitPhotos(`${PACK}\n# --- photos ---\n${line}\n`).photos).toEqual([]);
    },
  );
});
