/** A pack that somebody has just chosen from a file, until the page that shows it has it. */
export const offered: { file: { name: string; text: string } | null } = $state({ file: null });
