import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { SettingKind } from '#lib/proposals/index.ts';
import { lockSetting, readSetting, storeSetting } from '#lib/proposals/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/** The owner's order of risk categories. Null: none is set. */
const riskCategories: SettingKind<readonly string[] | null> = {
  name: 'review-categories',
  change: z.array(z.string()).nullable(),
};

/** Lists the owner's risk categories, most serious first. */
export const readCategories = async (
  businessId: BusinessId,
  client?: Pick<Transaction, '$queryRaw'>,
): Promise<readonly string[]> => (await readSetting(riskCategories, businessId, client)) ?? [];

/** Lists the owner's risk categories, locked until the transaction ends. */
export const lockCategories = async (
  transaction: Transaction,
  businessId: BusinessId,
): Promise<readonly string[]> => (await lockSetting(transaction, riskCategories, { businessId })) ?? [];

/** Replaces the list, and marks the waiting cases so that the sweep computes their risk again. */
export async function storeCategories(
  transaction: Transaction,
  businessId: BusinessId,
  categories: readonly string[],
): Promise<void> {
  await storeSetting(transaction, riskCategories, { businessId }, categories);
  await transaction.$executeRaw`
    INSERT INTO review_change (business_id, subject_kind, subject_id)
    SELECT business_id, subject_kind, subject_id FROM review_case
     WHERE business_id = ${businessId}::uuid AND state IN ('open', 'proposed')`;
}
