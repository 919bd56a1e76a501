import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { storeSetting } from '#lib/proposals/index.ts';
import { accountsSetting } from './accounts-setting.ts';
import type { AccountingSettings } from './model/targets.ts';
import { readSettings } from './queries.ts';
import type { setAccountsForm } from './schema.ts';

/** Sets the accounts of the books. Stored files don't change. @throws Problem 'not-found' or 'forbidden'. */
export async function setAccounts(
  context: Context<PersonActor>,
  input: z.output<typeof setAccountsForm>,
): Promise<AccountingSettings> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { posting, accounts, consultant, client, firstMonth, accountLength, xeroTaxRate, bookCurrency } =
    input;
  const settings = {
    posting,
    accounts,
    datev: { consultant, client, firstMonth, accountLength },
    xeroTaxRate,
    bookCurrency,
  };
  const before = await readSettings(businessId);
  await inTransaction(async (transaction) => {
    await storeSetting(transaction, accountsSetting, { businessId }, settings);
    await writeAudit(transaction, context, {
      businessId,
      action: 'journal.set-accounts',
      objectType: 'business',
      objectId: businessId,
      before: {
        posting: before.posting,
        ...before.accounts,
        ...before.datev,
        xeroTaxRate: before.xeroTaxRate,
        bookCurrency: before.bookCurrency,
      },
      after: { posting, ...settings.accounts, ...settings.datev, xeroTaxRate, bookCurrency },
    });
  });
  return settings;
}
