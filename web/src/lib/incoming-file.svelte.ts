/** A pack or a journal that has just come by a file or by codes, until the page that shows it has it. */
import type { KeptPhoto } from "./photo-storage";

interface OfferedFile {
  name: string;
  text: string;
  photos: readonly KeptPhoto[];
}

export const offered: { file: OfferedFile | null; journal: string | null } = $state({ file: null, journal: null });

/** Where an address would have a game in it, this says that it is handed over here. */
export const BY_CODES = "codes";
