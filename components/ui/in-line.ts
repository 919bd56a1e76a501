/** So many characters have the codes that the interface names, and room to spare. */
const longest = 24;

/** The service may tell a code that nobody knows: a long one breaks, in a cell too, instead of widening what it stands in. */
export const inLine = (code: string): string =>
  code.length > longest ? 'whitespace-normal wrap-anywhere' : 'whitespace-nowrap';
