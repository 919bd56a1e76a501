import 'server-only';
import * as z from 'zod';
import { millisecondsSql } from '#lib/database/columns.ts';
import { dayStartSql } from '#lib/database/day-begin.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tTeamDeputies } from '#lib/messages/team.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, instant, toDate } from '#lib/values/instant.ts';
import { maximumDeputyDays } from './model.ts';

export type Term = { readonly from: Instant; readonly until: Instant };

const milliseconds = z.string().transform((ms) => instant(Number(ms)));
const termRows = z.tuple([z.object({ from: milliseconds, until: milliseconds, today: milliseconds })]);

/**
 * Returns the time from the first to the last day in the time zone of the business. It begins now if the first day is today.
 *
 * @throws Problem 'invalid' for days that are over, in the wrong order, too many, or more than a year away
 */
export async function findTerm(
  transaction: Transaction,
  term: {
    readonly businessId: BusinessId;
    readonly firstDay: string;
    readonly lastDay: string;
    readonly at: Instant;
  },
): Promise<Term> {
  const { businessId, firstDay, lastDay, at } = term;
  const rows = await toPlainTransaction(transaction).run(
    `SELECT ${millisecondsSql(dayStartSql('$2::date', 'time_zone'))} AS "from",
            ${millisecondsSql(dayStartSql('$3::date + 1', 'time_zone'))} AS until,
            ${millisecondsSql(dayStartSql('($4::timestamptz AT TIME ZONE time_zone)::date', 'time_zone'))} AS today
       FROM business WHERE id = $1::uuid`,
    [businessId, firstDay, lastDay, toDate(at)],
  );
  const [{ from, until, today }] = termRows.parse(rows);
  const dayMs = 86_400_000;
  // A change of the clock adds an hour at most.
  const isTooLong = until - from > maximumDeputyDays * dayMs + 3_600_000;
  if (from < today || until <= from || isTooLong || from > at + 366 * dayMs)
    throw new Problem('invalid', tTeamDeputies('problem.days'), {
      fieldErrors: { lastDay: [tTeamDeputies('problem.days')] },
    });
  return { from: instant(Math.max(from, at)), until };
}

/** Stores a deputy. Returns false while the deputy stands in for another person, or the approver has another deputy. */
export async function setDeputy(
  transaction: Transaction,
  deputy: Term & {
    readonly businessId: BusinessId;
    readonly deputyId: PersonId;
    readonly approverId: PersonId;
    readonly at: Instant;
  },
): Promise<boolean> {
  const { businessId, deputyId, approverId, at, from, until } = deputy;
  const present = await transaction.membership.count({
    where: {
      businessId,
      deputyUntil: { gt: toDate(at) },
      OR: [{ personId: deputyId }, { deputyForId: approverId }],
    },
  });
  if (present > 0) return false;
  await transaction.membership.update({
    where: { personId_businessId: { personId: deputyId, businessId } },
    data: { deputyForId: approverId, deputyFrom: toDate(from), deputyUntil: toDate(until) },
  });
  return true;
}

/** Ends the time of the deputy of a person. Returns who it was and for how long, or null without a deputy. */
export async function removeDeputy(
  transaction: Transaction,
  { businessId, approverId, at }: { businessId: BusinessId; approverId: PersonId; at: Instant },
): Promise<(Term & { readonly deputyId: PersonId }) | null> {
  const found = await transaction.membership.findFirst({
    where: { businessId, deputyForId: approverId, deputyUntil: { gt: toDate(at) } },
    select: { personId: true, deputyFrom: true, deputyUntil: true },
  });
  if (!found?.deputyFrom || !found.deputyUntil) return null;
  await transaction.membership.update({
    where: { personId_businessId: { personId: found.personId, businessId } },
    data: { deputyForId: null, deputyFrom: null, deputyUntil: null },
  });
  return {
    deputyId: toId<PersonId>(found.personId),
    from: fromDate(found.deputyFrom),
    until: fromDate(found.deputyUntil),
  };
}
