import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { reportedDepositAmount } from '#lib/deposits/index.ts';
import { holdings, searchVariants, taggedHoldings } from '#lib/lists/search/identifier-search.ts';
import { interruptedAfterMs, priceColumns } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { typedAddress } from '#lib/values/addresses.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant, later, toDate } from '#lib/values/instant.ts';
import { provisionals } from '#lib/values/provisional.ts';
import { reportedWithdrawalAmount } from '#lib/withdrawals/index.ts';
import { readTyped } from './model.ts';
import type { IdentifierPlace } from './places.ts';
import { identifierPlaces } from './places.ts';
import type { SearchHit, SearchView } from './schema/search.ts';
import { hitKinds, searchedLists } from './schema/search.ts';

/** Enough to choose from at a glance; whoever wants them all opens the list. */
const mostHits = 12;

/** So many are looked at in each place where the identifier may stand, to find the newest of them. */
const furthest = 100;

const row = z.object({
  kind: z.enum(hitKinds),
  id: z.string(),
  reference: z.string().nullable(),
  status: z.string().nullable(),
  amount: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : parseAmount(text))),
  provisional: z.enum(provisionals).nullable(),
  currency: z.string().nullable(),
  at: z.string().transform((micros) => instant(Math.floor(Number(micros) / 1000))),
  field: z.string(),
  value: z.string(),
  /** Of what kinds all are that were found; those alone that have a list. */
  listed: z.array(z.enum(hitKinds)),
});

const price = priceColumns('p');

const nothing = { hits: [], more: false, lists: [] } as const satisfies Partial<SearchView>;

/**
 * Payments, requests for one, deposits and withdrawals of which an identifier is, or begins with, what was typed; whole
 * matches first, payments before others, and the newest first of each: of all, where no place holds more than a hundred,
 * else of those. Each identifier is looked up by its own index and no further than that, so that it takes the same time
 * among ten million. Requests that are in no list are found by those alone who may open them. Throws Problem 'not-found'
 * or 'forbidden'.
 */
export async function findAnywhere(
  context: Context<PersonActor>,
  business: string,
  typed: string,
): Promise<SearchView> {
  const { businessId, may } = requirePermission(context, business, 'read');
  const mayCreate = may('payment.create');
  const q = readTyped(typed);
  if (q === null) return { ...nothing, mayCreate };
  const statement = new Statement();
  const found = identifierPlaces.flatMap((place) => lookups(statement, place, q, businessId));
  if (found.length === 0) return { ...nothing, mayCreate };
  // A request that was never heard of again may have been carried out.
  const interrupted = toDate(later(context.clock.now(), -interruptedAfterMs));
  const stateOf = `CASE WHEN i.state = 'SENDING' AND i.changed_at < ${statement.bind(interrupted)}::timestamptz
    THEN 'UNKNOWN' ELSE i.state END`;
  const own = (alias: string) => `${alias}.business_id = ${statement.bind(businessId)}::uuid`;
  const { rows } = await databasePool().query<Record<string, unknown>>(
    `WITH found AS MATERIALIZED (${found.join(' UNION ALL ')}),
      best AS MATERIALIZED (
        SELECT DISTINCT ON (kind, id) kind, id, field, value, rank, alone FROM found ORDER BY kind, id, rank, alone),
      hit AS (
        SELECT b.*, p.client_payment_id AS reference, p.status,
               trim_scale(${price.asked})::text AS amount, NULL AS provisional,
               ${price.currency} AS currency, p.sort_at AS at,
               NULL::uuid AS payment_id
          FROM best b JOIN payment p ON ${own('p')} AND p.payment_id = b.id WHERE b.kind = 'payment'
        UNION ALL
        SELECT b.*, i.client_payment_id, ${stateOf}, NULL, NULL, NULL, i.created_at, NULL
          FROM best b JOIN payment_intent i ON ${own('i')} AND i.id = b.id WHERE b.kind = 'intent'
           ${mayCreate ? '' : `AND ${stateOf} = 'UNKNOWN'`}
        UNION ALL
        SELECT b.*, NULL, d.status, ${reportedDepositAmount}, d.deposit_currency, d.sort_at, d.payment_id
          FROM best b JOIN deposit d ON ${own('d')} AND d.deposit_id = b.id WHERE b.kind = 'deposit'
        UNION ALL
        SELECT b.*, w.client_withdrawal_id, w.status, ${reportedWithdrawalAmount}, w.withdraw_currency,
               w.first_received_at, NULL
          FROM best b JOIN withdrawal w ON ${own('w')} AND w.withdrawal_id = b.id WHERE b.kind = 'withdrawal')
    SELECT kind, id::text, CASE WHEN kind = 'deposit' THEN (
             SELECT p.client_payment_id FROM payment p WHERE ${own('p')} AND p.payment_id = hit.payment_id)
           ELSE reference END AS reference, status, amount, provisional, currency, field, value,
           floor(extract(epoch FROM at) * 1000000)::bigint::text AS at,
           ARRAY(SELECT DISTINCT kind FROM hit WHERE NOT alone AND (kind <> 'intent' OR status = 'UNKNOWN')) AS listed
      FROM hit
     ORDER BY rank, array_position(${statement.bind([...hitKinds])}::text[], kind), hit.at DESC, id
     LIMIT ${statement.bind(mostHits + 1)}`,
    statement.values,
  );
  const read = z.array(row).parse(rows);
  const hits = read.map(({ listed: _, ...hit }): SearchHit => hit);
  const lists = hitKinds.filter((kind) => read[0]?.listed.includes(kind)).map((kind) => searchedLists[kind]);
  return { hits: hits.slice(0, mostHits), more: hits.length > mostHits, lists, mayCreate };
}

/**
 * The whole identifier, and those that begin with it; of an address with its tag, those with that tag before the others,
 * which are found by the address alone, as no list does.
 */
function lookups(statement: Statement, place: IdentifierPlace, q: string, businessId: BusinessId): string[] {
  const { kind, table, wanted, column, field, match, among = 'true' } = place;
  const asInTable = (name: string) => name;
  const isAlone = match === 'address' && typedAddress(q).tag !== null;
  const select = (rank: number, condition: string, { order = '', alone = isAlone } = {}) =>
    `(SELECT '${kind}' AS kind, ${wanted} AS id, '${field}' AS field, ${column}::text AS value, ${rank} AS rank,
             ${alone} AS alone
        FROM ${table} WHERE business_id = ${statement.bind(businessId)}::uuid AND ${among} AND ${condition}
       ${order} LIMIT ${furthest})`;
  // In the order of its index: where very many begin with it, the planner would go through the table for the first.
  const order = `ORDER BY ${column} USING ${match === 'uuid' ? '<' : '~<~'}`;
  const beginning = holdings(match, column, q).map((holds) => holds(statement, asInTable));
  if (match === 'uuid')
    return beginning.map((condition) => select(q.length === 36 ? 0 : 1, condition, { order }));
  if (beginning.length === 0) return [];
  // Very many may stand at the address of an exchange: the few with the tag are looked up by it.
  const { tag } = place;
  const withTag = tag === undefined || match !== 'address' ? [] : taggedHoldings(tag, column, q);
  return [
    ...withTag.map((holds) =>
      select(0, holds(statement, asInTable), { order: `ORDER BY ${tag} USING ~<~`, alone: false }),
    ),
    select(isAlone ? 1 : 0, statement.oneOf(column, searchVariants(match, q))),
    ...beginning.map((condition) => select(1, condition, { order })),
  ];
}
