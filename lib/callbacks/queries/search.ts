import 'server-only';
import type { Holding } from '#lib/platform/identifier-search.ts';
import type { ListPlace } from '#lib/platform/list-search.ts';
import { indexed } from '#lib/platform/list-search.ts';

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

const ofCallback = { wanted: 'id', inRow: (column: string) => `m.${column}` };
const own = (column: string): ListPlace => ({
  ...indexed('callback_message', column, 'uuid'),
  ...ofCallback,
});

/** What a callback is about, by the merchant's own name of it. */
const subject = (table: string, column: string, key: string, reference: string): ListPlace => ({
  ...indexed(table, column, 'reference'),
  wanted: key,
  rowsOf: (found, business) =>
    `SELECT id FROM callback_message WHERE business_id = ${business} AND ${reference} = ANY(${found})`,
  inRow: (name) => `o.${name}`,
  // A value, not EXISTS: the planner would rather find all of them in their table first.
  ofRecord: (has) =>
    `(SELECT ${has} FROM ${table} o WHERE o.business_id = m.business_id AND o.${key} = m.${reference})`,
});

/**
 * A callback is found by what it is about, a payment, deposit or withdrawal by the service's id or the merchant's, by
 * the message itself, and by its content's SHA-256.
 */
export const callbackPlaces: readonly ListPlace[] = [
  own('payment_id'),
  own('subject_id'),
  own('id'),
  {
    table: 'callback_message',
    holdings: hashes,
    ...ofCallback,
  },
  subject('payment', 'client_payment_id', 'payment_id', 'payment_id'),
  subject('withdrawal', 'client_withdrawal_id', 'withdrawal_id', 'subject_id'),
];
