import 'server-only';
import type { Statement } from '#lib/platform/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/** A short beginning may match half the table; nobody reads further than this. */
const bound = 1_000;
const shortestHash = 4;

/**
 * The condition that a callback is about what was searched for: a payment, deposit or withdrawal by the service's id or
 * the merchant's, the message itself, or its content's SHA-256, each exactly or by its beginning and by its own index.
 */
export function callbackSearch(statement: Statement, q: string, businessId: BusinessId): string {
  const business = () => `business_id = ${statement.bind(businessId)}::uuid`;
  const branches: string[] = [];
  const add = (condition: string | null) => {
    if (condition !== null)
      branches.push(`(SELECT id FROM callback_message WHERE ${business()} AND ${condition} LIMIT ${bound})`);
  };
  add(statement.uuidStartsWith('payment_id', q));
  add(statement.uuidStartsWith('subject_id', q));
  add(statement.uuidStartsWith('id', q));
  add(hashStartsWith(statement, q));
  const found = (wanted: string, table: string, column: string) =>
    `(SELECT ${wanted} FROM ${table} WHERE ${business()} AND ${statement.startsWith(column, q)} LIMIT ${bound})`;
  add(`payment_id = ANY(ARRAY${found('payment_id', 'payment', 'client_payment_id')})`);
  add(`subject_id = ANY(ARRAY${found('withdrawal_id', 'withdrawal', 'client_withdrawal_id')})`);
  // An array, not a join: the planner then looks the few ids up instead of walking the whole log in order.
  return `m.id = ANY(ARRAY(${branches.join(' UNION ')}))`;
}

/** The unique index leads with the kind, so all three are named. */
function hashStartsWith(statement: Statement, q: string): string | null {
  const given = q.toLowerCase();
  if (given.length < shortestHash || !/^[0-9a-f]{1,64}$/.test(given)) return null;
  const [low, high] = [given.padEnd(64, '0'), given.padEnd(64, 'f')];
  return `kind IN ('deposit-received', 'withdrawal', 'deposit-exchanged')
    AND sha256 BETWEEN decode(${statement.bind(low)}, 'hex') AND decode(${statement.bind(high)}, 'hex')`;
}
