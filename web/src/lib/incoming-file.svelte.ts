/** A pack or a journal from a file or from codes, held until the importing page reads it. */
import type { StoredPhoto } from "./photo-storage";

interface IncomingFile {
  name: string;
  text: string;
  photos: readonly StoredPhoto[];
}

export const incoming: { file: IncomingFile | null; journal: string | null } = $state({ file: null, journal: null });

/** Used in an address instead of an id for a game that came from codes. */
export const FROM_CODES = "codes";
