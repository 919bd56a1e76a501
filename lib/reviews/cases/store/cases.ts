import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import { readSetting } from '#lib/proposals/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { CaseState, SubjectKind } from '../../model.ts';
import { caseStates, subjectKinds } from '../../model.ts';
import { deskProposals } from '../../settings/desk-proposals.ts';
import { markCase } from './changes.ts';
import { urgencySql } from './urgency-sql.ts';

/** A case whose row is locked by the transaction. */
export type LockedCase = {
  readonly caseId: CaseId;
  readonly number: number;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly state: CaseState;
  /** The decision of a decided case. */
  readonly decisionId: string | null;
  readonly assigneeId: PersonId | null;
  readonly version: number;
  readonly dueAt: Instant;
  readonly snoozedUntil: Instant | null;
};

const lockedRow = z.object({
  case_id: z.string(),
  number: z.number(),
  subject_kind: z.enum(subjectKinds),
  subject_id: z.string(),
  state: z.enum(caseStates),
  decision_id: z.string().nullable(),
  assignee_id: z.string().nullable(),
  version: z.number(),
  due_at: z.date(),
  snoozed_until: z.date().nullable(),
});

function toLockedCase(row: z.infer<typeof lockedRow>): LockedCase {
  return {
    caseId: toId<CaseId>(row.case_id),
    number: row.number,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    state: row.state,
    decisionId: row.decision_id,
    assigneeId: row.assignee_id === null ? null : toId<PersonId>(row.assignee_id),
    version: row.version,
    dueAt: fromDate(row.due_at),
    snoozedUntil: row.snoozed_until === null ? null : fromDate(row.snoozed_until),
  };
}

/** Locks those of the cases that belong to this business until the transaction ends, in a fixed order. */
export async function lockCases(
  transaction: Transaction,
  businessId: BusinessId,
  caseIds: readonly string[],
): Promise<readonly LockedCase[]> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT case_id, number, subject_kind, subject_id, state, decision_id, assignee_id, version, due_at, snoozed_until
      FROM review_case
     WHERE business_id = ${businessId}::uuid AND case_id = ANY(${[...caseIds]}::uuid[])
     ORDER BY case_id FOR UPDATE`;
  return z.array(lockedRow).parse(rows).map(toLockedCase);
}

/**
 * Locks and returns the case.
 *
 * @throws Problem 'not-found', and 'conflict' if the version differs from the one that the person saw, or the case is
 * merged
 */
export async function lockCase(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId | null,
  version?: number,
): Promise<LockedCase> {
  const [found] = caseId === null ? [] : await lockCases(transaction, businessId, [caseId]);
  if (found === undefined) throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
  if (version !== undefined && version !== found.version)
    throw new Problem('conflict', tReviewRefusals('problem.caseChanged'));
  if (found.state === 'merged') throw new Problem('conflict', tReviewRefusals('problem.caseMerged'));
  return found;
}

/**
 * Locks and returns the first unassigned case in the order of the queue. Skips cases that another transaction has
 * locked.
 */
export async function lockNextCase(
  transaction: Transaction,
  businessId: BusinessId,
  now: Instant,
): Promise<LockedCase | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT case_id, number, subject_kind, subject_id, state, decision_id, assignee_id, version, due_at, snoozed_until
      FROM review_case c
     WHERE business_id = ${businessId}::uuid AND state = 'open' AND assignee_id IS NULL
       AND (snoozed_until IS NULL OR snoozed_until <= ${toDate(now)})
     ORDER BY ${Prisma.raw(urgencySql)} DESC, case_id DESC
     LIMIT 1 FOR UPDATE SKIP LOCKED`;
  const row = z.array(lockedRow).parse(rows)[0];
  return row === undefined ? null : toLockedCase(row);
}

export type CaseChange = {
  readonly state?: CaseState;
  readonly assigneeId?: PersonId | null;
  readonly snoozedUntil?: Instant | null;
  readonly decidedAt?: Instant | null;
  readonly dueAt?: Instant;
};

/** Changes a locked case and increments its version. Returns the new version. */
export async function changeCase(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
  now: Instant,
  change: CaseChange,
): Promise<number> {
  const { state, assigneeId, snoozedUntil, decidedAt, dueAt } = change;
  const date = (at: Instant | null) => (at === null ? null : toDate(at));
  const { version } = await transaction.reviewCase.update({
    where: { businessId_caseId: { businessId, caseId } },
    data: {
      // A new state makes stored contradictions invalid.
      ...(state === undefined ? {} : { state, disagreesAt: null, contradictions: [] }),
      ...(assigneeId === undefined ? {} : { assigneeId }),
      ...(snoozedUntil === undefined ? {} : { snoozedUntil: date(snoozedUntil) }),
      ...(decidedAt === undefined ? {} : { decidedAt: date(decidedAt) }),
      ...(dueAt === undefined ? {} : { dueAt: toDate(dueAt) }),
      changedAt: toDate(now),
      version: { increment: 1 },
    },
    select: { version: true },
  });
  // The decision is compared with the service again.
  if (state !== undefined) await markCase(transaction, businessId, caseId);
  return version;
}

/** Reads the hours from opening to the due time. */
export async function readDueHours(transaction: Transaction, businessId: BusinessId): Promise<number> {
  return (await readSetting(deskProposals, businessId, transaction)).dueHours;
}

/** Returns whether the person can be assigned: an active member with the role Owner or Compliance. */
export async function canTakeCases(
  transaction: Transaction,
  businessId: BusinessId,
  personId: PersonId,
): Promise<boolean> {
  const found = await transaction.membership.findFirst({
    where: {
      businessId,
      personId,
      role: { in: ['compliance', 'owner'] },
      disabledAt: null,
      person: { disabledAt: null },
    },
    select: { personId: true },
  });
  return found !== null;
}
