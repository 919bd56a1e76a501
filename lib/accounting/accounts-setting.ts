import 'server-only';
import type { SettingKind } from '#lib/proposals/index.ts';
import type { AccountingSettings } from './model/targets.ts';
import { accountingSettings } from './schema.ts';

/** The accounts of the books. One person can change them, because a stored file keeps its own. */
export const accountsSetting: SettingKind<AccountingSettings | null> = {
  name: 'accounting',
  change: accountingSettings.nullable(),
};
