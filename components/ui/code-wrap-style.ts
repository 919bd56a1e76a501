/**
 * Returns the wrapping classes of a code. Unknown codes of the service can be long: they wrap instead of widening the
 * table.
 */
export const codeWrapStyle = (code: string, longest: number): string =>
  code.length > longest ? 'whitespace-normal wrap-anywhere' : 'whitespace-nowrap';
