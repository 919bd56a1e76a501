import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { maximumSelected, readListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import { countRows, readAll, readPage } from '#lib/lists/read-page.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { exceptionKeyset, isResolved } from './list-keyset.ts';
import type { Colleague, ExceptionRow } from './model.ts';
import { exceptionKinds, exceptionList, exceptionStates } from './model.ts';

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
  return readPage(exceptionKeyset(context.actor.personId), {
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
export async function listSelectedExceptions(
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
  for await (const batch of readAll(exceptionKeyset(me), {
    businessId,
    query: asked,
    select,
    batch: maximumSelected + 1,
    read: (one) => row.parse(one),
  })) {
    rows.push(...batch);
    if (rows.length > maximumSelected)
      throw new Problem(
        'conflict',
        `More than ${maximumSelected} are picked. Narrow the list by filters first.`,
      );
  }
  return { rows, named: query.only.length };
}

/** What an export reads: the same rows in the same order, for whoever asks. */
export const exceptionSource = (me: PersonId) => ({
  keyset: exceptionKeyset(me),
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
  return countRows(exceptionKeyset(context.actor.personId), businessId, query);
}

/**
 * As recorded or, of a request without a known payment, as we asked; each in the currency in which the payment is priced, as
 * far as that is known of what came; never derived from each other.
 */
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
  return readTotals(exceptionKeyset(context.actor.personId), summed, businessId, query, context.gone);
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function addUpExceptions(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'read');
  return calculateTotals({
    keyset: exceptionKeyset(context.actor.personId),
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
  return listAssignees(businessId);
}

export async function listAssignees(businessId: BusinessId): Promise<readonly Colleague[]> {
  const rows = await database().membership.findMany({
    where: { businessId, role: { in: ['finance', 'owner'] }, person: { disabledAt: null } },
    select: { person: { select: { id: true, name: true } } },
    orderBy: { person: { name: 'asc' } },
  });
  return rows.map(({ person }) => ({ personId: person.id, name: person.name }));
}
