/** Position, selection and opened row are not part of a view. */
const excludedParameters: ReadonlySet<string> = new Set([
  'after',
  'before',
  'open',
  'first',
  'view',
  'only',
  'except',
]);
const name = /^[A-Za-z]{1,60}$/;

/** Risk filters: a view with one is only for people who may see risk detail. */
const riskParameters: ReadonlySet<string> = new Set(['assessment']);

/** Returns the query string of a view in a fixed order. The list ignores invalid parameters itself. */
export function normalizeViewQuery(text: string): string {
  const parameters = [...new URLSearchParams(text)].filter(
    ([key, value]) => name.test(key) && !excludedParameters.has(key) && value !== '',
  );
  const distinct = [...new Map(parameters)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(distinct).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

export const hasRiskFilter = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].some((key) => riskParameters.has(key));
