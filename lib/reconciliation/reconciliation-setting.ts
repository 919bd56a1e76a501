import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { SettingKind } from '#lib/proposals/index.ts';
import { readSetting } from '#lib/proposals/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { columnMapping } from './model/columns.ts';
import type { RuleRun } from './model/rules.ts';
import { matchRules, ruleRun } from './model/rules.ts';

const reconciliationSettings = z.object({
  rules: matchRules,
  /** One for each currency. Settings that were stored earlier have none. */
  ruleRuns: z.array(ruleRun).default([]),
  /** The columns of files by their names, newest last. */
  columns: z.array(z.object({ headers: z.string(), mapping: columnMapping })),
});
type ReconciliationSettings = z.infer<typeof reconciliationSettings>;

/** The rules of matching, and the columns of CSV files. One person of finance can change them. */
export const reconciliationSetting: SettingKind<ReconciliationSettings | null> = {
  name: 'reconciliation',
  change: reconciliationSettings.nullable(),
};

const nothingSet: ReconciliationSettings = { rules: [], ruleRuns: [], columns: [] };

/** Returns settings with the run of its currency. */
export const withRuleRun = (settings: ReconciliationSettings, run: RuleRun): ReconciliationSettings => ({
  ...settings,
  ruleRuns: [...settings.ruleRuns.filter(({ currency }) => currency !== run.currency), run],
});

/** Returns settings whose rules of a currency wait for the job. One that waits already stays complete. */
export const withWaitingRules = (
  settings: ReconciliationSettings,
  { currency, isFull, by }: Pick<RuleRun, 'currency' | 'isFull' | 'by'>,
): ReconciliationSettings => {
  const isWaitingFull = settings.ruleRuns.some(
    (run) => run.currency === currency && run.state === 'waiting' && run.isFull,
  );
  const run = { currency, isFull: isFull || isWaitingFull, by, lines: 0, matches: 0 };
  return withRuleRun(settings, { ...run, state: 'waiting' });
};

/** Returns the settings of a business. The caller has checked the permission. */
export const readReconciliationSettings = async (
  businessId: BusinessId,
  client?: Pick<Transaction, '$queryRaw'>,
): Promise<ReconciliationSettings> =>
  (await readSetting(reconciliationSetting, businessId, client)) ?? nothingSet;
