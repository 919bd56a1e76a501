import 'server-only';

/**
 * A record stores the facts that lists filter by as numbers (`facets`), which the database computes from its other
 * columns. One index finds the records with a fact. Facts never depend on risk, settings, labels or the clock.
 */

/** Returns the number of a fact. All arguments are SQL. */
const facetSql = (business: string, name: string, value: string): string =>
  `facet(${business}, '${name}', ${value})`;

/** Builds the condition that a record has one of these facts. The values and the business are SQL. */
export function hasFacetSql(
  facets: string,
  business: string,
  name: string,
  values: readonly string[],
): string {
  const numbers = values.map((value) => facetSql(business, name, value)).join(', ');
  return `${facets} ${values.length === 1 ? '@>' : '&&'} ARRAY[${numbers}]`;
}
