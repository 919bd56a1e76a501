import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { mapNullable, millisecondsSql, toAmount } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { maximumSelected, parseListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import { readAll } from '#lib/lists/read-all.ts';
import { readPage } from '#lib/lists/read-page.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import { tExceptionWork } from '#lib/messages/exceptions.ts';
import { storedDifference } from '#lib/observations/model/read-differences.ts';
import { mismatchItemSql, mismatchShape } from '#lib/payments/index.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { parseAmount, parseSignedAmount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import {
  changedAtSql,
  exceptionDefinition,
  resolvedCondition,
  untoleratedStatesSql,
} from './list-definition.ts';
import type { Colleague, ExceptionRow } from './model.ts';
import { exceptionKinds, exceptionList, exceptionStates } from './model.ts';
import type { ExceptionTolerance } from './schema.ts';

const select = `e.kind, e.id::text AS "subjectId", e.reference AS "clientPaymentId", ${untoleratedStatesSql} AS states, e.currency, e.actual_currency AS "actualCurrency",
  trim_scale(e.expected)::text AS expected, trim_scale(e.actual)::text AS actual, trim_scale(e.difference)::text AS difference,
  ${millisecondsSql('e.at')} AS at, x.owner_id::text AS "ownerId", o.name AS "ownerName",
  coalesce(x.note, '') AS note, coalesce(x.version, 0) AS version,
  ${millisecondsSql(changedAtSql)} AS "changedAt",
  CASE WHEN ${resolvedCondition} THEN ${millisecondsSql('x.resolved_at')} END AS "resolvedAt",
  CASE WHEN ${resolvedCondition} THEN (SELECT name FROM person WHERE person.id = x.resolved_by) END AS "resolvedBy",
  CASE WHEN ${resolvedCondition} THEN x.resolution_reason END AS "resolutionReason",
  e.read_differences AS differences, ${mismatchItemSql('e.currency_mismatch', 'e.business_id', 'e.id')}`;

const amount = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : parseAmount(text)));
const signedAmount = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : parseSignedAmount(text)));
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
    difference: signedAmount,
    at: moment,
    ownerId: z.string().nullable(),
    ownerName: z.string().nullable(),
    note: z.string(),
    resolvedAt: moment.nullable(),
    resolvedBy: z.string().nullable(),
    resolutionReason: z.enum(resolutionReasons).nullable().catch(null),
    version: z.number(),
    changedAt: moment,
    mismatch: mismatchShape,
    differences: z
      .array(storedDifference)
      .nullable()
      .transform((found) => found ?? []),
  })
  .transform(
    ({ ownerId, ownerName, mismatch, ...rest }): ExceptionRow => ({
      ...rest,
      mismatches: mismatch,
      owner:
        ownerId === null ? null : { personId: ownerId, name: ownerName ?? tExceptionWork('formerColleague') },
    }),
  );

/**
 * Returns a page of exceptions, newest first.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function listExceptions(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<ExceptionRow>> {
  const { businessId } = requirePermission(context, business, 'read', 'exceptions:read', 'exceptions:write');
  return readPage(exceptionDefinition(context.actor.personId), {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select,
    read: (raw) => row.parse(raw),
  });
}

/**
 * Returns the exceptions that a list address finds, from its first page on, and the number of ids that the address
 * names. The caller has checked the permission.
 *
 * @throws Problem 'conflict' if there are too many for one action, or if part of the address is invalid: it would
 * find other exceptions.
 */
export async function listSelectedExceptions(
  businessId: BusinessId,
  me: PersonId,
  address: string,
): Promise<{ readonly rows: readonly ExceptionRow[]; readonly named: number }> {
  const parameters = new URLSearchParams(address);
  const { query, ignored } = parseListQuery(exceptionList, (name) => parameters.get(name));
  if (ignored.length > 0) throw new Problem('conflict', tExceptionWork('errors.address'));
  const rows: ExceptionRow[] = [];
  for await (const batch of readAll(exceptionDefinition(me), {
    businessId,
    query: { ...query, after: null, before: null },
    select,
    batch: maximumSelected + 1,
    read: (raw) => row.parse(raw),
  })) {
    rows.push(...batch);
    if (rows.length > maximumSelected)
      throw new Problem('conflict', tExceptionWork('errors.tooMany', { maximum: maximumSelected }));
  }
  return { rows, named: query.only.length };
}

/** Returns the source of an export: the rows of the list in its order, as `me` sees them, or as background work does (null). */
export const exceptionSource = (me: PersonId | null) => ({
  definition: exceptionDefinition(me),
  select,
  read: (raw: unknown): ExceptionRow => row.parse(raw),
});

/**
 * Counts the exceptions that a query finds, exact up to 10,000.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function countExceptions(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'read');
  return countRows(exceptionDefinition(context.actor.personId), businessId, query);
}

/**
 * Amounts as recorded, or as requested if no payment is known, in the currency of the price. The currency of the
 * actual amount can be unknown. Neither amount is derived from the other.
 */
const summedFields: readonly SummedField[] = [
  { field: 'expected', amount: 'e.expected', currency: 'e.currency' },
  { field: 'actual', amount: 'e.actual', currency: 'e.actual_currency' },
];

/**
 * Returns the totals of the exceptions that a query finds, per currency.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readExceptionTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId } = requirePermission(context, business, 'read');
  return readTotals(
    exceptionDefinition(context.actor.personId),
    summedFields,
    businessId,
    query,
    context.signal,
  );
}

/**
 * Calculates the same totals over any number of rows and yields its progress.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export function calculateExceptionTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'read');
  return calculateTotals({
    definition: exceptionDefinition(context.actor.personId),
    fields: summedFields,
    businessId,
    query,
    signal: context.signal,
  });
}

/**
 * Returns the tolerance of the business.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readTolerance(
  context: Context<PersonActor>,
  business: string,
): Promise<ExceptionTolerance> {
  const { businessId } = requirePermission(context, business, 'read');
  const row = await database().business.findUnique({
    where: { id: businessId },
    select: { toleranceEur: true, tolerancePercent: true },
  });
  return {
    maximumEur: mapNullable(row?.toleranceEur ?? null, toAmount),
    maximumPercent: mapNullable(row?.tolerancePercent ?? null, toAmount),
  };
}

/**
 * Returns the colleagues to whom an exception can be assigned.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function listExceptionAssignees(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly Colleague[]> {
  const { businessId } = requirePermission(context, business, 'read');
  return listAssignees(businessId);
}

/** Returns the members who may annotate and are not disabled. The caller has checked the permission. */
export async function listAssignees(businessId: BusinessId): Promise<readonly Colleague[]> {
  const rows = await database().membership.findMany({
    where: { businessId, role: { in: ['finance', 'owner'] }, disabledAt: null, person: { disabledAt: null } },
    select: { person: { select: { id: true, name: true } } },
    orderBy: { person: { name: 'asc' } },
  });
  return rows.map(({ person }) => ({ personId: person.id, name: person.name }));
}
