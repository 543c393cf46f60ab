/** A pack or a journal that has just come by a file or by codes, until the page that shows it has it. */
import type { StoredPhoto } from "./photo-storage";

interface IncomingFile {
  name: string;
  text: string;
  photos: readonly StoredPhoto[];
}

export const incoming: { file: IncomingFile | null; journal: string | null } = $state({ file: null, journal: null });

/** Where an address would have a game in it, this says that it is handed over here. */
export const FROM_CODES = "codes";
