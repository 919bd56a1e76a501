import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRuleRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { dayStart } from './queries/days.ts';
import type { backtestRuleForm, stopBacktestForm } from './schema/forms.ts';
import { lockRule } from './store/rules.ts';
import { deleteBacktests, insertRun, stopRun } from './store/runs.ts';

/**
 * Starts a backtest of the newest version of a rule. It finds the records that would have opened cases and opens none.
 * The worker scans them in batches. The results of earlier backtests of the rule are deleted.
 */
export async function backtestRule(
  context: Context<PersonActor>,
  input: z.output<typeof backtestRuleForm>,
): Promise<{ readonly runId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const at = context.clock.now();
  const [from, until] = await Promise.all([
    dayStart(businessId, input.from, 0),
    dayStart(businessId, input.until, 1),
  ]);
  return inTransaction(async (transaction) => {
    const { ruleId, newest } = await lockRule(transaction, businessId, input.ruleId);
    await deleteBacktests(transaction, businessId, ruleId);
    const run = { businessId, ruleId, number: newest, kind: 'try', from, until } as const;
    const runId = await insertRun(transaction, { ...run, by: context.actor.personId, at });
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-rule.try',
      objectType: 'review-rule',
      objectId: ruleId,
      after: { runId, number: newest, from: input.from, until: input.until },
    });
    return { runId };
  });
}

/**
 * Stops a backtest and keeps its results so far.
 *
 * @throws Problem 'conflict' when it has already ended
 */
export async function stopBacktest(
  context: Context<PersonActor>,
  input: z.output<typeof stopBacktestForm>,
): Promise<{ readonly stopped: true }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const at = context.clock.now();
  return inTransaction(async (transaction) => {
    const { ruleId } = await lockRule(transaction, businessId, input.ruleId);
    if (!(await stopRun(transaction, businessId, ruleId, input.runId, at)))
      throw new Problem('conflict', tRuleRefusals('problem.backtestEnded'));
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-rule.stop-try',
      objectType: 'review-rule',
      objectId: ruleId,
      after: { runId: input.runId },
    });
    return { stopped: true };
  });
}
