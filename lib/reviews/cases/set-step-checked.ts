import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { checkStepForm } from './schema/case.ts';
import { lockCase } from './store/cases.ts';
import { storeChecklistStep } from './store/work.ts';

/** Checks or unchecks a step of the checklist. */
export async function setStepChecked(
  context: Context<PersonActor>,
  input: z.output<typeof checkStepForm>,
): Promise<{ readonly done: boolean }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { step, done } = input;
  await inTransaction(async (transaction) => {
    const { caseId } = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId));
    const { personId } = context.actor;
    const check = { businessId, caseId, personId, step, at: context.clock.now() };
    if (!(await storeChecklistStep(transaction, check, done))) return;
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.check',
      objectType: 'review-case',
      objectId: caseId,
      after: { step, done },
    });
  });
  return { done };
}
