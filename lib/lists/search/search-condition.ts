import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import { parseTypedAddress } from '#lib/values/addresses.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { IdentifierCondition, IdentifierMatch, IndexCondition } from './identifier-search.ts';
import {
  identifierConditions,
  referenceTailConditions,
  referenceTailSql,
  taggedAddressConditions,
} from './identifier-search.ts';
import type { ColumnNaming, IndexedText } from './indexed-text.ts';
import { startSql, toPlainText } from './indexed-text.ts';
import { countMatches, readRowIds } from './lookups.ts';
import { isLink, parseIdentifier, parseSearchedAmounts } from './search-text-parts.ts';

/** An index on the UTC day of the row's list time, followed by the identifier: table, day, identifier and row id. */
type DayIndex = Readonly<Record<'from' | 'day' | 'column' | 'id', string>>;

/** A search index of a list, on its rows or on related records. */
export type SearchIndex = {
  /** The table, and its column that leads to rows of the list. */
  readonly table: string;
  readonly result: string;
  readonly conditions: (q: string) => readonly IndexCondition[];
  /** Order of the index, so that a bounded read uses it alone. */
  readonly order?: string;
  /** The index has only the start of the text, so that rows are read to count its matches. */
  readonly isShort?: boolean;
  /** The index of a UUID. */
  readonly isUuid?: boolean;
  /** Maps its columns to those of a list row: `p.client_payment_id`. */
  readonly inRow: ColumnNaming;
  /** Wraps a condition on a related record. */
  readonly inRelatedRecord?: (has: string) => string;
  /** Converts an array of `result` values to row ids, where they are not row ids themselves. */
  readonly toRowIds?: (result: string, business: string) => string;
  /**
   * Set where equal prefixes occur close together in time, so that long parts of the list have no match. A row is in one of
   * these indexes.
   */
  readonly byDay?: readonly DayIndex[];
};

type Indexed = Pick<SearchIndex, 'table' | 'conditions' | 'order' | 'isShort' | 'isUuid'>;

const tableNaming: ColumnNaming = (column) => column;

/** Describes an indexed text. An address alone doesn't match where a tag was typed as well. */
export const toIndexedText = (table: string, text: IndexedText, match: IdentifierMatch): Indexed => ({
  table,
  conditions: (q) =>
    match === 'address' && parseTypedAddress(q).tag !== null ? [] : identifierConditions(match, text, q),
  order: match === 'uuid' ? text.sql(tableNaming) : `${startSql(text, tableNaming)} USING ~<~`,
  isShort: text.length !== null,
  isUuid: match === 'uuid',
});

/** Describes a column whose index has all of it. */
export const toIndexedColumn = (table: string, column: string, match: IdentifierMatch): Indexed =>
  toIndexedText(table, toPlainText(column), match);

/** Describes the indexes of the last parts of a reference, which people quote without its beginning. */
export const toReferenceTails = (table: string, column: string): readonly Indexed[] =>
  [1, 2, 3].map((parts) => ({
    table,
    conditions: (q) => referenceTailConditions(column, parts, q),
    order: `${referenceTailSql(column, parts)} USING ~<~`,
  }));

/** The currency of an amount, and its index. */
type IndexedAmountOptions = {
  readonly currency: string;
  readonly currencies: readonly string[];
  /** The condition of a partial index. Without it the planner would read all amounts of the currency. */
  readonly indexed?: IdentifierCondition;
  /** Replaces the amount where no record reports it, as in the index. */
  readonly fallback?: string;
};

/** The coin of this amount is unknown if a deposit came in another coin, so its index leaves such payments out. */
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
      .map((searched): IndexCondition => {
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
        ({ amount }): IndexCondition =>
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
  order: `${tag} USING ~<~`,
});

/** Returns the UTC day of a time, as the day indexes have it. */
export const utcDaySql = (column: string): string => `(${column} AT TIME ZONE 'UTC')::date`;

/** One range of one index. */
type Lookup = { readonly index: SearchIndex; readonly condition: IndexCondition };

/** The result of a search lookup. */
export type SearchMatches = {
  /** Row ids that indexes found. Complete unless `wide` has entries. */
  readonly ids: readonly string[];
  /** Ranges with too many matches. Each row of the list is checked for them. */
  readonly wide: readonly Lookup[];
};

const listLookups = (indexes: readonly SearchIndex[], q: string): readonly Lookup[] =>
  indexes.flatMap((index) =>
    [...new Set([parseIdentifier(q), q])].flatMap((text) =>
      index.conditions(text).map((condition) => ({ index, condition })),
    ),
  );

/**
 * Looks up a search in each index. The matches are complete when all ranges together have at most `maximum` rows. Ranges
 * with more become `wide` and are checked row by row.
 */
export async function findMatches(
  indexes: readonly SearchIndex[],
  q: string,
  businessId: BusinessId,
  maximum: number,
): Promise<SearchMatches> {
  const lookups = listLookups(indexes, q);
  if (lookups.length === 0) return { ids: [], wide: [] };
  const lengths = await countMatches(lookups, businessId, maximum + 1);
  const wide = new Set<Lookup>();
  const short: Lookup[] = [];
  let room = maximum;
  const byLength = lookups
    .map((lookup, at) => ({ lookup, length: lengths[at] ?? 0 }))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => one.length - other.length);
  for (const { lookup, length } of byLength) {
    if (length > room) wide.add(lookup);
    else short.push(lookup);
    room -= length;
  }
  const found = short.length === 0 ? [] : await readRowIds(short, businessId, maximum + 1);
  const ids = new Set<string>();
  for (const [at, lookup] of short.entries()) {
    const foundIds = found[at]?.ids ?? [];
    // A payment may have very many deposits.
    if (ids.size + foundIds.length > maximum) wide.add(lookup);
    else for (const id of foundIds) ids.add(id);
  }
  // Keeps the declared order, so that the list's own row is checked first.
  return { ids: [...ids], wide: lookups.filter((lookup) => wide.has(lookup)) };
}

/** Returns whether checking a row needs the lookup of a related record. */
export const shouldReadRelatedRecords = ({ wide }: SearchMatches): boolean =>
  wide.some(({ index }) => index.inRelatedRecord !== undefined);

/** Builds the condition that a row matches the search. Without looked-up matches, the row itself is checked. */
export function searchCondition(
  statement: Statement,
  id: string,
  { indexes, q, matches }: { indexes: readonly SearchIndex[]; q: string; matches: SearchMatches | undefined },
): string {
  const { ids, wide } = matches ?? { ids: [], wide: listLookups(indexes, q) };
  if (wide.length === 0) {
    // An array that the planner can't inspect makes it look up the few ids instead of scanning in list order.
    return ids.length === 0 ? 'false' : `${id} = ANY(ARRAY(SELECT unnest(${statement.bind(ids)}::uuid[])))`;
  }
  // Each related record is looked up once for all its columns.
  const records = [...Map.groupBy(wide, ({ index }) => index.inRelatedRecord)].map(([ofRecord, lookups]) => {
    const has = lookups.map(({ index, condition }) => `(${condition(statement, index.inRow)})`).join(' OR ');
    return ofRecord ? ofRecord(`(${has})`) : has;
  });
  const matched = ids.length === 0 ? [] : [`${id} = ANY(${statement.bind(ids)}::uuid[])`];
  return `(${[...matched, ...records].join(' OR ')})`;
}
