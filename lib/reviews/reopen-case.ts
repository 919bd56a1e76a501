import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/platform/live.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { later } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { reopenCaseForm } from './schema.ts';
import { changeCase, dueHoursOf, holdCase } from './store/cases.ts';

/** Takes a decided case up again, with a new due time. The decision stays in its history. */
export async function reopenCase(
  context: Context<PersonActor>,
  input: z.output<typeof reopenCaseForm>,
): Promise<{ readonly version: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  return inTransaction(async (transaction) => {
    const held = await holdCase(transaction, businessId, parseId<CaseId>(input.caseId), input.version);
    if (held.state !== 'decided') throw new Problem('conflict', 'Only a decided case can be opened again.');
    const { caseId } = held;
    const now = context.clock.now();
    const dueAt = later(now, (await dueHoursOf(transaction, businessId)) * 3_600_000);
    const change = { state: 'open', decidedAt: null, dueAt } as const;
    const version = await changeCase(transaction, businessId, caseId, now, change);
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.reopen',
      objectType: 'review-case',
      objectId: caseId,
      before: { state: 'decided' },
      after: { state: 'open', dueAt, reason: storableText(input.reason) },
    });
    return { version };
  });
}
