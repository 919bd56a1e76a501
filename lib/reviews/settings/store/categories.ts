import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/** Lists the owner's risk categories, most serious first. */
export async function listCategories(
  client: Pick<Transaction, 'reviewCategory'>,
  businessId: BusinessId,
): Promise<readonly string[]> {
  const rows = await client.reviewCategory.findMany({ where: { businessId }, orderBy: { position: 'asc' } });
  return rows.map(({ name }) => name);
}

/** Lists the owner's risk categories outside of a transaction. */
export const readCategories = (businessId: BusinessId): Promise<readonly string[]> =>
  listCategories(database(), businessId);

/** Replaces the list, and marks the waiting cases so that the sweep computes their risk again. */
export async function storeCategories(
  transaction: Transaction,
  businessId: BusinessId,
  categories: readonly string[],
): Promise<void> {
  await transaction.reviewCategory.deleteMany({ where: { businessId } });
  await transaction.reviewCategory.createMany({
    data: categories.map((name, index) => ({ businessId, name, position: index + 1 })),
  });
  await transaction.$executeRaw`
    INSERT INTO review_change (business_id, subject_kind, subject_id)
    SELECT business_id, subject_kind, subject_id FROM review_case
     WHERE business_id = ${businessId}::uuid AND state IN ('open', 'proposed')`;
}
