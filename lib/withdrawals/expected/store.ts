import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** Adds IDs to the list of a business. Returns the number of those that were not on it. */
export async function insertExpected(
  transaction: Transaction,
  list: { readonly businessId: BusinessId; readonly by: PersonId; readonly at: Instant },
  ids: readonly string[],
): Promise<number> {
  const { businessId, by, at } = list;
  const { count } = await transaction.expectedWithdrawal.createMany({
    data: ids.map((clientWithdrawalId) => ({
      businessId,
      clientWithdrawalId,
      addedById: by,
      addedAt: toDate(at),
    })),
    skipDuplicates: true,
  });
  return count;
}
