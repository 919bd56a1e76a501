/**
 * The service may tell a code that nobody knows: one that is longer than those that the interface names breaks, in a cell
 * too, instead of widening what it stands in.
 */
export const inLine = (code: string, longest: number): string =>
  code.length > longest ? 'whitespace-normal wrap-anywhere' : 'whitespace-nowrap';
