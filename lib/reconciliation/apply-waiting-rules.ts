import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import { classifyDatabaseError, isTransactionTimeout } from '#lib/database/errors.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { storeSetting } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { lockMatches } from '#lib/statements/index.ts';
import { toId } from '#lib/values/ids.ts';
import type { RuleRun } from './model/rules.ts';
import type { WaitingRules } from './queries/waiting-rules.ts';
import { listWaitingRules } from './queries/waiting-rules.ts';
import { readReconciliationSettings, reconciliationSetting, withRuleRun } from './reconciliation-setting.ts';
import { applyRules, jobRulesTimeoutMs } from './run-rules.ts';

/** Ends a run that still waits, with what `apply` returns. */
async function endRuleRun(
  transaction: Transaction,
  { businessId, currency }: WaitingRules,
  apply: (run: RuleRun) => Promise<RuleRun>,
): Promise<void> {
  await lockMatches(transaction, businessId, 0);
  const settings = await readReconciliationSettings(businessId, transaction);
  const waiting = settings.ruleRuns.find((run) => run.currency === currency && run.state === 'waiting');
  if (waiting === undefined) return;
  const ended = withRuleRun(settings, await apply(waiting));
  await storeSetting(transaction, reconciliationSetting, { businessId }, ended);
  await announce(transaction, { businessId, topics: ['bank'] });
}

const applyWaiting = (context: Context<SystemActor>, place: WaitingRules): Promise<void> =>
  inTransaction(
    (transaction) =>
      endRuleRun(transaction, place, async (run) => {
        const { businessId, currency } = place;
        const { rules } = await readReconciliationSettings(businessId, transaction);
        const { lines, matches } = await applyRules(transaction, {
          businessId,
          currency,
          rules,
          isFull: run.isFull,
          by: toId(run.by),
          at: context.clock.now(),
        });
        await writeAudit(transaction, context, {
          businessId,
          action: 'reconciliation.run-rules',
          objectType: 'business',
          objectId: businessId,
          after: { currency, lines, matches },
        });
        return { ...run, state: 'done', lines, matches };
      }),
    'read-committed',
    jobRulesTimeoutMs,
  );

/**
 * Applies the rules that people have changed, one currency after the other. Rules that fail are shown as failed, and a person may
 * apply them again.
 */
export async function applyWaitingRules(context: Context<SystemActor>, signal: AbortSignal): Promise<void> {
  for (const place of await listWaitingRules()) {
    if (signal.aborted) return;
    try {
      await applyWaiting(context, place);
    } catch (error) {
      if (classifyDatabaseError(error) === 'away' && !isTransactionTimeout(error)) throw error;
      context.log.error({ error, businessId: place.businessId }, 'rules of bank lines could not be applied');
      await inTransaction((transaction) =>
        endRuleRun(transaction, place, async (run) => ({ ...run, state: 'failed' })),
      );
    }
  }
}
