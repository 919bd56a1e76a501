import 'server-only';
import type { Holding } from '#lib/lists/search/identifier-search.ts';
import type { ListPlace } from '#lib/lists/search/search-condition.ts';
import { toIndexedColumn } from '#lib/lists/search/search-condition.ts';

const shortestHash = 4;

/** The beginning of a content's SHA-256. The unique index leads with the kind, so all three are named. */
function hashes(q: string): readonly Holding[] {
  const given = q.toLowerCase();
  if (given.length < shortestHash || !/^[0-9a-f]{1,64}$/.test(given)) return [];
  const [low, high] = [given.padEnd(64, '0'), given.padEnd(64, 'f')];
  return [
    (statement, naming) => `${naming('kind')} IN ('deposit-received', 'withdrawal', 'deposit-exchanged')
      AND ${naming('sha256')} BETWEEN decode(${statement.bind(low)}, 'hex') AND decode(${statement.bind(high)}, 'hex')`,
  ];
}

/** What a callback is about, by the merchant's own name of it. */
const subject = (
  id: 'id' | 'reference',
  { table, column, key, reference }: Readonly<Record<'table' | 'column' | 'key' | 'reference', string>>,
): ListPlace => ({
  ...toIndexedColumn(table, column, 'reference'),
  wanted: key,
  rowsOf: (found, business) =>
    `SELECT ${id} FROM callback_message WHERE business_id = ${business} AND ${reference} = ANY(${found})`,
  inRow: (name) => `o.${name}`,
  // A value, not EXISTS: the planner would rather find all of them in their table first.
  ofRecord: (has) =>
    `(SELECT ${has} FROM ${table} o WHERE o.business_id = m.business_id AND o.${key} = m.${reference})`,
});

/**
 * A callback is found by what it is about, a payment, deposit or withdrawal by the service's id or the merchant's, and by
 * the message itself. Only a person who may see all of the bytes finds it by their SHA-256, or by the id that is made
 * from it: a search would confirm a guess at what is hidden.
 */
export function callbackPlaces(maySeeRisk: boolean): readonly ListPlace[] {
  const id = maySeeRisk ? 'id' : 'reference';
  const ofCallback = { wanted: id, inRow: (column: string) => `m.${column}` };
  const own = (column: string): ListPlace => ({
    ...toIndexedColumn('callback_message', column, 'uuid'),
    ...ofCallback,
  });
  return [
    own('payment_id'),
    own('subject_id'),
    own(id),
    ...(maySeeRisk ? [{ table: 'callback_message', holdings: hashes, ...ofCallback }] : []),
    subject(id, {
      table: 'payment',
      column: 'client_payment_id',
      key: 'payment_id',
      reference: 'payment_id',
    }),
    subject(id, {
      table: 'withdrawal',
      column: 'client_withdrawal_id',
      key: 'withdrawal_id',
      reference: 'subject_id',
    }),
  ];
}
