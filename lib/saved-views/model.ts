/** Where one is in the list, and what one has just picked or opened, is no part of a view. */
const passing: ReadonlySet<string> = new Set(['after', 'before', 'open', 'view', 'only', 'except']);
const name = /^[A-Za-z]{1,60}$/;

/** Parameters that look at risk detail: a view with one is for those who may see that. */
const ofRisk: ReadonlySet<string> = new Set(['assessment']);

/** A query string as a view keeps it, always in the same order. What the list can't understand it leaves out by itself. */
export function viewQuery(text: string): string {
  const kept = [...new URLSearchParams(text)].filter(
    ([key, value]) => name.test(key) && !passing.has(key) && value !== '',
  );
  const once = [...new Map(kept)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(once).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

export const looksAtRisk = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].some((key) => ofRisk.has(key));
