import 'server-only';
import { readWithin } from '#lib/database/limited-read.ts';
import { Statement } from '#lib/database/statement.ts';
import { parseTypedAddress } from '#lib/values/addresses.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { IdentifierCondition, IdentifierMatch } from './identifier-search.ts';
import { identifierConditions, taggedAddressConditions } from './identifier-search.ts';
import type { ColumnNaming, IndexedText } from './indexed-text.ts';
import { toPlainText } from './indexed-text.ts';
import { isLink, parseIdentifier, parseSearchedAmounts } from './search-text-parts.ts';

/** A place that a list searches, in its rows or in related records. */
export type SearchIndex = {
  /** The table, and its column that leads to rows of the list. */
  readonly table: string;
  readonly result: string;
  readonly conditions: (q: string) => readonly IdentifierCondition[];
  /** Maps its columns to those of a list row: `p.client_payment_id`. */
  readonly inRow: ColumnNaming;
  /** Wraps a condition on a related record. */
  readonly inRelatedRecord?: (has: string) => string;
  /** Converts an array of `result` values to row ids, where they are not row ids themselves. */
  readonly toRowIds?: (result: string, business: string) => string;
};

type Indexed = Pick<SearchIndex, 'table' | 'conditions'>;

/** Describes an indexed text. An address alone doesn't match where a tag was typed as well. */
export const toIndexedText = (table: string, text: IndexedText, match: IdentifierMatch): Indexed => ({
  table,
  conditions: (q) =>
    match === 'address' && parseTypedAddress(q).tag !== null ? [] : identifierConditions(match, text, q),
});

/** Describes an indexed column. */
export const toIndexedColumn = (table: string, column: string, match: IdentifierMatch): Indexed =>
  toIndexedText(table, toPlainText(column), match);

/** The currency of an amount, and its index. */
type IndexedAmountOptions = {
  readonly currency: string;
  readonly currencies: readonly string[];
  /** The condition of a partial index. Without it the planner would read all amounts of the currency. */
  readonly indexed?: IdentifierCondition;
  /** Replaces the amount where no record reports it, as in the index. */
  readonly fallback?: string;
};

/** The coin of this amount is unknown if a deposit came in another coin. Most payments have received nothing. */
export const actualDepositAmountIndex: IdentifierCondition = (_, naming) =>
  `${naming('actual_deposit_amount')} > 0 AND ${naming('currency_mismatch')} IS NOT TRUE`;

/** The indexes of refunded amounts contain refunds only. */
export const refundAmountIndex: IdentifierCondition = (_, naming) =>
  `${naming('refund_first_seen_at')} IS NOT NULL`;

/** Describes an amount, looked up by an index of its currency and amount. */
export const toIndexedAmount = (
  table: string,
  column: string,
  { currency, currencies, indexed, fallback }: IndexedAmountOptions,
): Indexed => ({
  table,
  conditions: (q) =>
    parseSearchedAmounts(q)
      .filter((searched) => searched.currency === null || currencies.includes(searched.currency))
      .map((searched): IdentifierCondition => {
        const codes = searched.currency === null ? currencies : [searched.currency];
        return (statement, naming) => {
          const amount =
            fallback === undefined ? naming(column) : `coalesce(${naming(column)}, ${naming(fallback)})`;
          return [
            statement.oneOf(naming(currency), codes),
            `${amount} = ${statement.bind(searched.amount)}::numeric`,
            ...(indexed === undefined ? [] : [indexed(statement, naming)]),
          ].join(' AND ');
        };
      }),
});

/** Describes an amount in EUR, which has an index without a currency. */
export const toIndexedEurAmount = (table: string, column: string): Indexed => ({
  table,
  conditions: (q) =>
    parseSearchedAmounts(q)
      .filter(({ currency }) => currency === null || currency === 'EUR')
      .map(
        ({ amount }): IdentifierCondition =>
          (statement, naming) =>
            `${naming(column)} = ${statement.bind(amount)}::numeric`,
      ),
});

/** Describes the checkout link of a payment. Only a whole link matches. */
export const toCheckoutLink = (table: string): Indexed => ({
  table,
  conditions: (q) =>
    isLink(q)
      ? [
          (statement, naming) => {
            const link = `coalesce(${naming('url')}, ${naming('payment_url')})`;
            const searched = `${statement.bind(q)}::text`;
            return `hashtextextended(${link}, 0) = hashtextextended(${searched}, 0) AND ${link} = ${searched}`;
          },
        ]
      : [],
});

/** Describes an address with the tag that separates those who share it. */
export const toTaggedAddress = (table: string, tag: string, address: IndexedText): Indexed => ({
  table,
  conditions: (q) => taggedAddressConditions(tag, address, q),
});

/** One condition of one place. */
type Lookup = { readonly index: SearchIndex; readonly condition: IdentifierCondition };

/** The result of a search lookup. */
export type SearchMatches = {
  /** Row ids that were found. Complete unless `wide` has entries. */
  readonly ids: readonly string[];
  /** Lookups with too many matches. Each row of the list is checked for them. */
  readonly wide: readonly Lookup[];
  /** False if the lookups took too long, so that all of them count as wide. */
  readonly isLookedUp: boolean;
};

const listLookups = (indexes: readonly SearchIndex[], q: string): readonly Lookup[] =>
  indexes.flatMap((index) =>
    [...new Set([parseIdentifier(q), q])].flatMap((text) =>
      index.conditions(text).map((condition) => ({ index, condition })),
    ),
  );

/** The most matches of a lookup whose ids are read. */
const mostIds = 2_000;
/** Longest time of the lookups. Beyond it, each row of the list is checked. */
const lookupLimitMs = 1_000;

/** Builds the array of the first matches, and that of their row ids from `found`. */
function buildArrays({ index, condition }: Lookup, statement: Statement, businessId: BusinessId) {
  const { table, result, toRowIds } = index;
  const business = `${statement.bind(businessId)}::uuid`;
  const found = `ARRAY(SELECT ${result} FROM ${table}
    WHERE ${table}.business_id = ${business} AND ${condition(statement, (column) => column)} LIMIT ${mostIds + 1})`;
  const ids = toRowIds === undefined ? 'found' : `ARRAY(${toRowIds('found', business)} LIMIT ${mostIds + 1})`;
  return { found, ids };
}

/** Keeps the planner from putting an array into each place where it is used, which would look it up each time. */
const onceOnly = 'OFFSET 0';

/** Builds a lookup: whether it has too many matches, and the row ids otherwise. */
function buildLookup(lookup: Lookup, statement: Statement, businessId: BusinessId): string {
  const { found, ids } = buildArrays(lookup, statement, businessId);
  return `(SELECT json_build_object('isWide', greatest(cardinality(found), cardinality(ids)) > ${mostIds}, 'ids', ids)
    FROM (SELECT found, CASE WHEN cardinality(found) <= ${mostIds} THEN ${ids} ELSE '{}' END AS ids
            FROM (SELECT ${found} AS found ${onceOnly}) AS found ${onceOnly}) AS lookup)`;
}

type Found = { readonly isWide: boolean; readonly ids: readonly string[] };

/** Looks up a search in each place. Those with too many matches become `wide` and are checked row by row. */
export async function findMatches(
  indexes: readonly SearchIndex[],
  q: string,
  businessId: BusinessId,
): Promise<SearchMatches> {
  const lookups = listLookups(indexes, q);
  if (lookups.length === 0) return { ids: [], wide: [], isLookedUp: true };
  const statement = new Statement();
  const columns = lookups.map((lookup, at) => `${buildLookup(lookup, statement, businessId)} AS "${at}"`);
  const answer = await readWithin(lookupLimitMs, (client) =>
    client.query<Record<string, Found>>(`SELECT ${columns.join(', ')}`, statement.values),
  );
  const found = answer?.rows[0];
  if (found === undefined) return { ids: [], wide: lookups, isLookedUp: false };
  const ids = new Set(lookups.flatMap((_, at) => (found[at]?.isWide ? [] : (found[at]?.ids ?? []))));
  return { ids: [...ids], wide: lookups.filter((_, at) => found[at]?.isWide !== false), isLookedUp: true };
}

/** Builds the array of row ids that the wide lookups found until they ended. Null: there are none. */
export function foundRowIds(
  { wide, isLookedUp }: SearchMatches,
  statement: Statement,
  businessId: BusinessId,
): string | null {
  if (!isLookedUp || wide.length === 0) return null;
  const arrays = wide.map((lookup) => {
    const { found, ids } = buildArrays(lookup, statement, businessId);
    return `(SELECT ${ids} FROM (SELECT ${found} AS found ${onceOnly}) AS found)`;
  });
  return ["'{}'::uuid[]", ...arrays].join(' || ');
}

/** Builds the condition that a row matches the search. Without looked-up matches, the row itself is checked. */
export function searchCondition(
  statement: Statement,
  id: string,
  { indexes, q, matches }: { indexes: readonly SearchIndex[]; q: string; matches: SearchMatches | undefined },
): string {
  const { ids, wide } = matches ?? { ids: [], wide: listLookups(indexes, q) };
  if (wide.length === 0) return ids.length === 0 ? 'false' : `${id} = ANY(${statement.bind(ids)}::uuid[])`;
  // Each related record is looked up once for all its columns.
  const records = [...Map.groupBy(wide, ({ index }) => index.inRelatedRecord)].map(([ofRecord, lookups]) => {
    const has = lookups.map(({ index, condition }) => `(${condition(statement, index.inRow)})`).join(' OR ');
    return ofRecord ? ofRecord(`(${has})`) : has;
  });
  const matched = ids.length === 0 ? [] : [`${id} = ANY(${statement.bind(ids)}::uuid[])`];
  return `(${[...matched, ...records].join(' OR ')})`;
}
