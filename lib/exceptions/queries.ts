import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { interruptedAfterMs, priceColumns } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { database } from '#lib/platform/db.ts';
import type { Holding } from '#lib/platform/identifier-search.ts';
import { holdings } from '#lib/platform/identifier-search.ts';
import type { Keyset } from '#lib/platform/keyset.ts';
import { countRows, readAll, readPage } from '#lib/platform/keyset.ts';
import { filterConditions } from '#lib/platform/list-conditions.ts';
import type { ListPlace } from '#lib/platform/list-search.ts';
import { indexed, utcDay } from '#lib/platform/list-search.ts';
import type { SummedField } from '#lib/platform/totals.ts';
import { addUpTotals, readTotalsOf } from '#lib/platform/totals.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/values/list-query.ts';
import { mostPicked, readListQuery } from '#lib/values/list-query.ts';
import type { ListTotals, TotalsProgress } from '#lib/values/list-totals.ts';
import type { Colleague, ExceptionRow } from './model.ts';
import { exceptionKinds, exceptionList, exceptionStates, workAsked } from './model.ts';

const price = priceColumns('payment');

/** Of a payment: that it does not fit, as the index has it that holds these alone; and how. */
export const isExceptional = `(coverage IN ('under', 'over') OR late OR currency_mismatch OR NOT record_seen)`;
export const statesOfPayment = `array_remove(ARRAY[CASE WHEN coverage IN ('under', 'over') THEN coverage END,
  CASE WHEN late THEN 'late' END, CASE WHEN currency_mismatch THEN 'mismatch' END,
  CASE WHEN NOT record_seen THEN 'unmatched' END], NULL)`;

/** Of a request: nobody knows whether it made a payment, or it was interrupted on its way. */
const isInDoubt = `(state = 'UNKNOWN' OR state = 'SENDING' AND changed_at < now() - interval '${interruptedAfterMs} milliseconds')`;

/**
 * Each part is walked in the order of the list by an index of its own; payments by one that holds only those that do
 * not fit. The parts stand without a condition of their own, or PostgreSQL would not walk them in order but sort all of
 * it; what a part has no say in is true of it.
 */
const subjects = `(SELECT * FROM (
  SELECT business_id, 'payment' AS kind, payment_id AS id, sort_at AS at, client_payment_id AS reference,
         ${statesOfPayment} AS states,
         ${price.currency} AS currency, ${price.asked} AS expected, ${price.came} AS actual,
         ${price.cameCurrency} AS actual_currency,
         expected_uniform_amount AS expected_eur, ${price.cameInEur} AS actual_eur,
         coverage, late, currency_mismatch, record_seen, 'UNKNOWN' AS state, NULL::timestamptz AS changed_at
    FROM payment
  UNION ALL
  SELECT business_id, 'intent', id, created_at, client_payment_id, ARRAY['unknown-outcome'], NULL, NULL, NULL, NULL,
         NULL, NULL, NULL, NULL, NULL, false, state, changed_at
    FROM payment_intent) AS part WHERE ${isExceptional} AND ${isInDoubt})`;

/** Of `e`, one of the subjects, with `x`, what was done about it. */
export const isResolved = 'coalesce(x.resolved_at IS NOT NULL AND e.states <@ x.resolved_states, false)';

/** What is open, unless it is asked for otherwise. `me` is whoever asks. */
const keysetFor = (me: PersonId): Keyset => ({
  name: exceptionList.name,
  from: `${subjects} e`,
  joins: `LEFT JOIN payment_exception x ON x.business_id = e.business_id AND x.kind = e.kind AND x.subject_id = e.id
    LEFT JOIN person o ON o.id = x.owner_id`,
  at: 'e.at',
  id: 'e.id',
  business: 'e.business_id',
  search: places,
  usual: (asked) => ({ work: workAsked(asked) }),
  // Each stands in another part of the table.
  bounds: { inOrder: {}, ownTimes: ['at'], amounts: {}, walk: 1_500 },
  conditions: (statement, query, businessId) => {
    const { owner, ...choices } = query.choices;
    const filters = filterConditions(
      statement,
      {
        choices: { currency: 'e.currency', actualIn: 'e.actual_currency' },
        arrays: { state: 'e.states' },
        derived: { work: { open: `NOT ${isResolved}`, resolved: isResolved } },
        days: {
          at: 'e.at',
          resolvedAt: `CASE WHEN ${isResolved} THEN x.resolved_at END`,
          changedAt: 'x.changed_at',
        },
        amounts: {
          expected: { column: 'e.expected', currency: 'e.currency' },
          actual: { column: 'e.actual', currency: 'e.actual_currency' },
          expectedUniformAmount: { column: 'e.expected_eur', currency: "'EUR'" },
          actualUniformAmount: { column: 'e.actual_eur', currency: "'EUR'" },
        },
      },
      { ...query, choices },
      businessId,
    );
    const owners: Readonly<Record<string, () => string>> = {
      me: () => `x.owner_id = ${statement.bind(me)}::uuid`,
      nobody: () => 'x.owner_id IS NULL',
      others: () => `x.owner_id <> ${statement.bind(me)}::uuid`,
    };
    const owned = (owner ?? []).flatMap((one) => (Object.hasOwn(owners, one) ? [owners[one]?.() ?? ''] : []));
    return [
      ...filters,
      ...(owner === undefined ? [] : [owned.length === 0 ? 'false' : `(${owned.join(' OR ')})`]),
    ];
  },
});

const places: readonly ListPlace[] = [
  {
    ...indexed('payment', 'client_payment_id', 'text'),
    wanted: 'payment_id',
    inRow: 'e.reference',
    byDay: { from: 'payment', day: utcDay('sort_at'), column: 'client_payment_id', id: 'payment_id' },
  },
  {
    ...indexed('payment', 'payment_id', 'uuid'),
    wanted: 'payment_id',
    inRow: 'e.id',
  },
  {
    table: 'payment_intent',
    column: 'client_payment_id',
    // As the index has it of those that made no payment for sure: most did, and are no part of this list.
    holdings: (q) =>
      holdings('text', q).map(
        (holds): Holding =>
          (statement, reference) =>
            `state <> 'CREATED' AND ${holds(statement, reference)}`,
      ),
    wanted: 'id',
    inRow: 'e.reference',
  },
];

const select = `e.kind, e.id::text AS "subjectId", e.reference AS "clientPaymentId", e.states, e.currency, e.actual_currency AS "actualCurrency",
  trim_scale(e.expected)::text AS expected, trim_scale(e.actual)::text AS actual,
  floor(extract(epoch FROM e.at) * 1000)::bigint::text AS at, x.owner_id::text AS "ownerId", o.name AS "ownerName",
  coalesce(x.note, '') AS note, coalesce(x.version, 0) AS version,
  CASE WHEN ${isResolved} THEN floor(extract(epoch FROM x.resolved_at) * 1000)::bigint::text END AS "resolvedAt"`;

const amount = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : parseAmount(text)));
const moment = z.string().transform((millis) => instant(Number(millis)));
const row = z
  .object({
    kind: z.enum(exceptionKinds),
    subjectId: z.string(),
    clientPaymentId: z.string().nullable(),
    states: z.array(z.enum(exceptionStates)),
    currency: z.string().nullable(),
    actualCurrency: z.string().nullable(),
    expected: amount,
    actual: amount,
    at: moment,
    ownerId: z.string().nullable(),
    ownerName: z.string().nullable(),
    note: z.string(),
    resolvedAt: moment.nullable(),
    version: z.number(),
  })
  .transform(
    ({ ownerId, ownerName, ...rest }): ExceptionRow => ({
      ...rest,
      owner: ownerId === null ? null : { personId: ownerId, name: ownerName ?? 'somebody who is gone' },
    }),
  );

/** A page of what does not fit, newest first. Throws Problem 'not-found' or 'forbidden'. */
export async function listExceptions(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<ExceptionRow>> {
  const { businessId } = requirePermission(context, business, 'read');
  return readPage(keysetFor(context.actor.personId), {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select,
    read: (one) => row.parse(one),
  });
}

/**
 * The exceptions that the list's address finds for whoever asks, without its place, and how many it names. The caller has
 * checked the permission. Throws Problem 'conflict' where there are more than can be acted on at once, and where part of the address
 * can't be understood: it would find others.
 */
export async function pickedExceptions(
  businessId: BusinessId,
  me: PersonId,
  address: string,
): Promise<{ readonly rows: readonly ExceptionRow[]; readonly named: number }> {
  const given = new URLSearchParams(address);
  const { query, ignored } = readListQuery(exceptionList, (name) => given.get(name));
  if (ignored.length > 0)
    throw new Problem('conflict', 'Part of the list’s address can’t be understood. Pick them again.');
  const asked = { ...query, after: null, before: null };
  const rows: ExceptionRow[] = [];
  for await (const batch of readAll(keysetFor(me), {
    businessId,
    query: asked,
    select,
    batch: mostPicked + 1,
    read: (one) => row.parse(one),
  })) {
    rows.push(...batch);
    if (rows.length > mostPicked)
      throw new Problem('conflict', `More than ${mostPicked} are picked. Narrow the list by filters first.`);
  }
  return { rows, named: query.only.length };
}

/** What an export reads: the same rows in the same order, for whoever asks. */
export const exceptionSource = (me: PersonId) => ({
  keyset: keysetFor(me),
  select,
  read: (one: unknown): ExceptionRow => row.parse(one),
});

/** How many that is, exact up to 10,000. */
export async function countExceptions(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'read');
  return countRows(keysetFor(context.actor.personId), businessId, query);
}

/** As recorded, each in the currency in which the payment is priced, as far as that is known of what came; never derived from each other. */
const summed: readonly SummedField[] = [
  { field: 'expected', amount: 'e.expected', currency: 'e.currency' },
  { field: 'actual', amount: 'e.actual', currency: 'e.actual_currency' },
];

/** What the exceptions under these filters add up to, per currency. Throws Problem 'not-found' or 'forbidden'. */
export async function exceptionTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId } = requirePermission(context, business, 'read');
  return readTotalsOf(keysetFor(context.actor.personId), summed, businessId, query, context.gone);
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function addUpExceptions(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'read');
  return addUpTotals({
    keyset: keysetFor(context.actor.personId),
    fields: summed,
    businessId,
    query,
    gone: context.gone,
  });
}

/** Those to whom an exception can be given: whoever may annotate and is not disabled. */
export async function exceptionOwners(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly Colleague[]> {
  const { businessId } = requirePermission(context, business, 'read');
  return ownersOf(businessId);
}

export async function ownersOf(businessId: BusinessId): Promise<readonly Colleague[]> {
  const rows = await database().membership.findMany({
    where: { businessId, role: { in: ['finance', 'owner'] }, person: { disabledAt: null } },
    select: { person: { select: { id: true, name: true } } },
    orderBy: { person: { name: 'asc' } },
  });
  return rows.map(({ person }) => ({ personId: person.id, name: person.name }));
}
