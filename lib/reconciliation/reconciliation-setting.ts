import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { SettingKind } from '#lib/proposals/index.ts';
import { readSetting } from '#lib/proposals/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { columnMapping } from './model/columns.ts';
import { matchRules } from './model/rules.ts';

const reconciliationSettings = z.object({
  rules: matchRules,
  /** The columns of files by their names, newest last. */
  columns: z.array(z.object({ headers: z.string(), mapping: columnMapping })),
});
type ReconciliationSettings = z.infer<typeof reconciliationSettings>;

/** The rules of matching, and the columns of CSV files. One person of finance can change them. */
export const reconciliationSetting: SettingKind<ReconciliationSettings | null> = {
  name: 'reconciliation',
  change: reconciliationSettings.nullable(),
};

const nothingSet: ReconciliationSettings = { rules: [], columns: [] };

/** Returns the settings of a business. The caller has checked the permission. */
export const readReconciliationSettings = async (
  businessId: BusinessId,
  client?: Pick<Transaction, '$queryRaw'>,
): Promise<ReconciliationSettings> =>
  (await readSetting(reconciliationSetting, businessId, client)) ?? nothingSet;
