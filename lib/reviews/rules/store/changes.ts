import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ChangeKind, ChangeState } from '../model/rule.ts';
import { changeKinds } from '../model/rule.ts';

export type Change = {
  readonly changeId: string;
  readonly kind: ChangeKind;
  readonly number: number;
  readonly pastDays: number;
  readonly proposedBy: PersonId;
};

export async function insertChange(
  transaction: Transaction,
  change: Omit<Change, 'changeId'> & {
    readonly businessId: BusinessId;
    readonly ruleId: string;
    readonly reason: string;
    readonly at: Instant;
  },
): Promise<string> {
  const { at, proposedBy, ...rest } = change;
  const { changeId } = await transaction.reviewRuleChange.create({
    data: { ...rest, proposedById: proposedBy, proposedAt: toDate(at) },
    select: { changeId: true },
  });
  return changeId;
}

/** The change that waits for an answer. */
export async function openChange(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
): Promise<Change | null> {
  const found = await transaction.reviewRuleChange.findFirst({
    where: { businessId, ruleId, state: 'proposed' },
    select: { changeId: true, kind: true, number: true, pastDays: true, proposedById: true },
  });
  if (found === null) return null;
  const { kind, proposedById, ...rest } = found;
  return { ...rest, kind: z.enum(changeKinds).parse(kind), proposedBy: toId<PersonId>(proposedById) };
}

/** Answers a change. The database refuses the proposer's own yes. */
export async function answerOpenChange(
  transaction: Transaction,
  businessId: BusinessId,
  changeId: string,
  answer: {
    readonly state: Exclude<ChangeState, 'proposed'>;
    readonly by: PersonId;
    readonly at: Instant;
    readonly comment: string | null;
  },
): Promise<void> {
  await transaction.reviewRuleChange.update({
    where: { businessId_changeId: { businessId, changeId } },
    data: {
      state: answer.state,
      answeredById: answer.by,
      answeredAt: toDate(answer.at),
      answer: answer.comment,
    },
  });
}

/** Callbacks wait with us, and they have no more than a second. */
const patienceMs = 800;

/**
 * Lets nobody write a deposit or withdrawal of the business until the transaction ends, and waits for those who do now:
 * whatever is written later sees the rule. Take it before anything else of the transaction. Throws Problem 'unavailable'
 * where one of them takes long.
 */
export async function holdWriters(transaction: Transaction, businessId: BusinessId): Promise<void> {
  await transaction.$executeRawUnsafe(`SET LOCAL lock_timeout = ${patienceMs}`);
  try {
    await transaction.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended('review rules ' || ${businessId}::uuid::text, 0))::text`;
  } catch (cause) {
    throw new Problem(
      'unavailable',
      'Deposits of this business are being written for long, by an import for instance. Try again in a moment.',
      { cause },
    );
  }
  await transaction.$executeRawUnsafe('SET LOCAL lock_timeout = 0');
}

/** Ends what bites of the rule now. */
export async function endForce(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  changeId: string,
  at: Instant,
): Promise<void> {
  await transaction.reviewRuleForce.updateMany({
    where: { businessId, ruleId, endedAt: null },
    data: { endedAt: toDate(at), endedById: changeId },
  });
}

/** Makes the change's version bite from `beginsAt` on. */
export async function beginForce(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  { changeId, number }: Change,
  beginsAt: Instant,
): Promise<void> {
  const { subjectKind } = await transaction.reviewRuleText.findUniqueOrThrow({
    where: { businessId_ruleId_number: { businessId, ruleId, number } },
    select: { subjectKind: true },
  });
  await transaction.reviewRuleForce.create({
    data: { businessId, changeId, ruleId, number, subjectKind, beginsAt: toDate(beginsAt) },
  });
}
