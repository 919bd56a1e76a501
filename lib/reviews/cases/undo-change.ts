import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import { requireAssignee } from './assign-cases.ts';
import type { CaseUndo, undoCaseChangeForm } from './schema/case.ts';
import type { LockedCase } from './store/cases.ts';
import { changeCase, lockCases } from './store/cases.ts';

/** The longest snooze that a person can choose. */
const longestSnoozeMs = 168 * 3_600_000;

/**
 * Restores the assignee or the snooze of cases from before a change. Cases that have changed since, or that can't be
 * assigned or snoozed any more, are skipped and counted.
 *
 * @throws Problem 'not-found' for a case of another business, 'invalid' for a person who can't review
 */
export async function undoCaseChange(
  context: Context<PersonActor>,
  input: z.output<typeof undoCaseChangeForm>,
): Promise<{ readonly restored: number; readonly left: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { undo } = input;
  const requestedIds = [...new Set(undo.cases.map(({ caseId }) => caseId))].map((id) => parseId<CaseId>(id));
  const ids = requestedIds.filter((id) => id !== null);
  return inTransaction(async (transaction) => {
    const cases = await lockCases(transaction, businessId, ids);
    if (cases.length !== requestedIds.length)
      throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
    let restored = 0;
    for (const held of cases)
      if (await restore(transaction, context, { businessId, held, undo })) restored += 1;
    if (restored > 0) await announce(transaction, { businessId, topics: ['reviews'] });
    return { restored, left: cases.length - restored };
  });
}

type Restoring = { readonly businessId: BusinessId; readonly held: LockedCase; readonly undo: CaseUndo };

/** Restores one case. Returns false if the case no longer has the value that is undone. */
async function restore(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, held, undo }: Restoring,
): Promise<boolean> {
  const { caseId, state, assigneeId, snoozedUntil } = held;
  const now = context.clock.now();
  const entry = { businessId, objectType: 'review-case', objectId: caseId };
  switch (undo.kind) {
    case 'assign': {
      if (assigneeId !== undo.from || (state !== 'open' && state !== 'proposed')) return false;
      const assignee = await requireAssignee(transaction, businessId, find(undo.cases, caseId));
      await changeCase(transaction, businessId, caseId, now, { assigneeId: assignee });
      await writeAudit(transaction, context, {
        ...entry,
        action: 'review-case.assign',
        before: { assignee: assigneeId },
        after: { assignee },
      });
      return true;
    }
    case 'snooze': {
      if (snoozedUntil !== undo.from || state !== 'open') return false;
      const until = limitSnooze(find(undo.cases, caseId), now);
      await changeCase(transaction, businessId, caseId, now, { snoozedUntil: until });
      await writeAudit(transaction, context, {
        ...entry,
        action: until === null ? 'review-case.wake' : 'review-case.snooze',
        after: { until },
      });
      return true;
    }
  }
}

/** Returns the earlier value of a case. */
const find = <Value>(
  cases: readonly { readonly caseId: string; readonly to: Value }[],
  caseId: string,
): Value | null => cases.find((one) => one.caseId === caseId)?.to ?? null;

/** A snooze that has ended is not restored, and none is longer than a person can choose. */
const limitSnooze = (until: number | null, now: Instant): Instant | null =>
  until === null || until <= now ? null : instant(Math.min(until, addMilliseconds(now, longestSnoozeMs)));
