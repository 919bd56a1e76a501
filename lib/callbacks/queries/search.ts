import 'server-only';
import type { IdentifierCondition } from '#lib/lists/search/identifier-search.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import { toIndexedColumn } from '#lib/lists/search/search-condition.ts';

const minimumHashLength = 4;

/** Searches by the start of a content's SHA-256. The unique index begins with the kind, so all kinds are listed. */
function searchHash(q: string): readonly IdentifierCondition[] {
  const prefix = q.toLowerCase();
  if (prefix.length < minimumHashLength || !/^[0-9a-f]{1,64}$/.test(prefix)) return [];
  const [low, high] = [prefix.padEnd(64, '0'), prefix.padEnd(64, 'f')];
  return [
    (statement, naming) => `${naming('kind')} IN ('deposit-received', 'withdrawal', 'deposit-exchanged')
      AND ${naming('sha256')} BETWEEN decode(${statement.bind(low)}, 'hex') AND decode(${statement.bind(high)}, 'hex')`,
  ];
}

/** Searches by the merchant's own id of the payment or withdrawal. */
const searchClientId = (
  id: 'id' | 'reference',
  { table, column, key, reference }: Readonly<Record<'table' | 'column' | 'key' | 'reference', string>>,
): SearchIndex => ({
  ...toIndexedColumn(table, column, 'reference'),
  result: key,
  toRowIds: (found, business) =>
    `SELECT ${id} FROM callback_message WHERE business_id = ${business} AND ${reference} = ANY(${found})`,
  inRow: (name) => `o.${name}`,
  // A scalar subquery, because with EXISTS the planner would read the whole other table first.
  inRelatedRecord: (has) =>
    `(SELECT ${has} FROM ${table} o WHERE o.business_id = m.business_id AND o.${key} = m.${reference})`,
});

/**
 * Returns where the callbacks list is searched: by the id of the payment, deposit or withdrawal, the service's or the
 * merchant's, and by the message. Only people who may see all bytes can search by SHA-256 or by the id derived from it,
 * because a hit would confirm a guess at hidden content.
 */
export function listCallbackSearchIndexes(maySeeRisk: boolean): readonly SearchIndex[] {
  const id = maySeeRisk ? 'id' : 'reference';
  const ofCallback = { result: id, inRow: (column: string) => `m.${column}` };
  const own = (column: string): SearchIndex => ({
    ...toIndexedColumn('callback_message', column, 'uuid'),
    ...ofCallback,
  });
  return [
    own('payment_id'),
    own('subject_id'),
    own(id),
    ...(maySeeRisk ? [{ table: 'callback_message', conditions: searchHash, ...ofCallback }] : []),
    searchClientId(id, {
      table: 'payment',
      column: 'client_payment_id',
      key: 'payment_id',
      reference: 'payment_id',
    }),
    searchClientId(id, {
      table: 'withdrawal',
      column: 'client_withdrawal_id',
      key: 'withdrawal_id',
      reference: 'subject_id',
    }),
  ];
}
