import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { annotationLookups } from '#lib/annotations/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { reportedDepositAmount } from '#lib/deposits/index.ts';
import { searchLength } from '#lib/lists/model/query.ts';
import {
  identifierConditions,
  searchVariants,
  taggedAddressConditions,
} from '#lib/lists/search/identifier-search.ts';
import { parseIdentifier } from '#lib/lists/search/search-text-parts.ts';
import { interruptedAfterMs, priceColumns } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findCases, findCounterparties } from '#lib/reviews/index.ts';
import { parseTypedAddress } from '#lib/values/addresses.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds, instant, toDate } from '#lib/values/instant.ts';
import { provisionals } from '#lib/values/provisional.ts';
import { reportedWithdrawalAmount } from '#lib/withdrawals/index.ts';
import type { SearchHit, SearchView } from './schema/search.ts';
import { hitFields, hitKinds, searchedLists } from './schema/search.ts';
import type { SearchableIdentifier } from './searchable-identifiers.ts';
import { quotedColumns, searchableIdentifiers } from './searchable-identifiers.ts';

/** A single letter matches too much. */
const minimumLength = 2;

/**
 * Normalizes a typed or pasted identifier: removes outer spaces, control characters and direction marks. Returns null
 * when it is too short or too long.
 */
function normalizeIdentifier(text: string): string | null {
  const clean = text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  if (clean.length < minimumLength || clean.length > searchLength || !clean.isWellFormed()) return null;
  return clean;
}

/** Enough for a quick choice. The list has all matches. */
const maximumHits = 12;

/** Matches read per identifier column, to find the newest among them. */
const maximumMatches = 100;

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
  field: z.enum(hitFields),
  value: z.string(),
  /** Kinds of all matches, if they have a list. */
  listed: z.array(z.enum(hitKinds)),
});

const price = priceColumns('p');

const noHits = { hits: [], more: false, lists: [] } as const satisfies Partial<SearchView>;

/**
 * Finds payments, payment requests, deposits and withdrawals whose identifier equals or starts with the text, or whose
 * reference, label or note contains it. Exact matches come first, then payments, then the newest. Requests outside of every list are found only by people who may open them, and review cases only by people
 * who may work on them.
 *
 * @throws {Problem} 'not-found' or 'forbidden'
 */
export async function searchRecords(
  context: Context<PersonActor>,
  business: string,
  text: string,
): Promise<SearchView> {
  const { may } = requirePermission(context, business, 'read');
  if (!may('review.work')) return findRecords(context, business, text);
  const [records, cases, counterparties] = await Promise.all([
    findRecords(context, business, text),
    findCases(context, business, text),
    may('risk.read') ? findCounterparties(context, business, text) : [],
  ]);
  return { ...records, cases, counterparties };
}

/** Finds payments, payment requests, deposits and withdrawals. */
async function findRecords(
  context: Context<PersonActor>,
  business: string,
  text: string,
): Promise<SearchView> {
  const { businessId, may } = requirePermission(context, business, 'read');
  const mayCreate = may('payment.create');
  const typed = normalizeIdentifier(text);
  if (typed === null) return { ...noHits, mayCreate };
  const q = parseIdentifier(typed);
  const statement = new Statement();
  const found = [
    ...searchableIdentifiers.flatMap((identifier) => buildLookups(statement, identifier, q, businessId)),
    ...buildQuotedLookups(statement, typed, businessId),
    ...annotationLookups(statement, typed, businessId, maximumMatches).map(
      (lookup) => `(SELECT kind, id, field, value, 2 AS rank, false AS alone FROM (${lookup}) AS annotated)`,
    ),
  ];
  if (found.length === 0) return { ...noHits, mayCreate };
  // A request without an outcome may have been carried out.
  const interrupted = toDate(addMilliseconds(context.clock.now(), -interruptedAfterMs));
  const currentState = `CASE WHEN i.state = 'SENDING' AND i.changed_at < ${statement.bind(interrupted)}::timestamptz
    THEN 'UNKNOWN' ELSE i.state END`;
  const own = (alias: string) => `${alias}.business_id = ${statement.bind(businessId)}::uuid`;
  const { rows } = await databasePool().query<Record<string, unknown>>(
    `WITH found AS MATERIALIZED (${found.join(' UNION ALL ')}),
      best AS MATERIALIZED (
        SELECT DISTINCT ON (kind, id) kind, id, field, value, rank, alone FROM found ORDER BY kind, id, rank, alone),
      hit AS (
        SELECT b.*, p.client_payment_id AS reference, p.status,
               trim_scale(${price.requested})::text AS amount, NULL AS provisional,
               ${price.currency} AS currency, p.sort_at AS at,
               NULL::uuid AS payment_id
          FROM best b JOIN payment p ON ${own('p')} AND p.payment_id = b.id WHERE b.kind = 'payment'
        UNION ALL
        SELECT b.*, i.client_payment_id, ${currentState}, NULL, NULL, NULL, i.created_at, NULL
          FROM best b JOIN payment_intent i ON ${own('i')} AND i.id = b.id WHERE b.kind = 'intent'
           ${mayCreate ? '' : `AND ${currentState} = 'UNKNOWN'`}
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
     LIMIT ${statement.bind(maximumHits + 1)}`,
    statement.values,
  );
  const read = z.array(row).parse(rows);
  const hits = read.map(({ listed: _, ...hit }): SearchHit => hit);
  const lists = hitKinds.filter((kind) => read[0]?.listed.includes(kind)).map((kind) => searchedLists[kind]);
  return { hits: hits.slice(0, maximumHits), more: hits.length > maximumHits, lists, mayCreate };
}

/**
 * Matches the whole identifier and its prefixes, or any part of a reference. For an address with a tag, matches of both
 * come first, then the address alone, which lists don't match.
 */
function buildLookups(
  statement: Statement,
  identifier: SearchableIdentifier,
  q: string,
  businessId: BusinessId,
): string[] {
  const { kind, table, result, text, field, match, among = 'true' } = identifier;
  const tableNaming = (name: string) => name;
  const column = text(tableNaming);
  const isAddressAlone = match === 'address' && parseTypedAddress(q).tag !== null;
  const select = (rank: number, condition: string, alone = isAddressAlone) =>
    `(SELECT '${kind}' AS kind, ${result} AS id, '${field}' AS field, ${column}::text AS value, ${rank} AS rank,
             ${alone} AS alone
        FROM ${table} WHERE ${table}.business_id = ${statement.bind(businessId)}::uuid AND ${among} AND ${condition}
       LIMIT ${maximumMatches})`;
  const conditions = identifierConditions(match, text, q).map((condition) =>
    condition(statement, tableNaming),
  );
  if (match === 'uuid') return conditions.map((condition) => select(q.length === 36 ? 0 : 1, condition));
  if (conditions.length === 0) return [];
  // Many records may share the address of an exchange, and few of them have the tag.
  const { tag } = identifier;
  const withTag = tag === undefined || match !== 'address' ? [] : taggedAddressConditions(tag, text, q);
  return [
    ...withTag.map((condition) => select(0, condition(statement, tableNaming), false)),
    select(isAddressAlone ? 1 : 0, statement.oneOf(column, searchVariants(match, q))),
    ...conditions.map((condition) => select(1, condition)),
  ];
}

/** Matches amounts and checkout links, by the indexes of the lists. */
function buildQuotedLookups(statement: Statement, q: string, businessId: BusinessId): string[] {
  const tableNaming = (name: string) => name;
  return quotedColumns.flatMap(({ kind, field, column, index }) =>
    index.conditions(q).map(
      (condition) =>
        `(SELECT '${kind}' AS kind, ${kind}_id AS id, '${field}' AS field, ${column}::text AS value, 1 AS rank,
                false AS alone
           FROM ${kind} WHERE ${kind}.business_id = ${statement.bind(businessId)}::uuid
            AND ${condition(statement, tableNaming)}
          LIMIT ${maximumMatches})`,
    ),
  );
}
