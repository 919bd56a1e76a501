import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { setCategoriesForm } from './schema.ts';
import { lockCategories, storeCategories } from './store/categories.ts';

/**
 * Sets the order of risk categories, most serious first. The queue follows within the next sweeps.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function setCategories(
  context: Context<PersonActor>,
  input: z.output<typeof setCategoriesForm>,
): Promise<{ readonly count: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const lines = storableText(input.categories)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const key = (line: string) => line.toLowerCase();
  const categories = lines.filter(
    (line, index) => lines.findIndex((other) => key(other) === key(line)) === index,
  );
  return inTransaction(async (transaction) => {
    const before = await lockCategories(transaction, businessId);
    await storeCategories(transaction, businessId, categories);
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-desk.categories',
      objectType: 'business',
      objectId: businessId,
      before: { categories: before },
      after: { categories },
    });
    return { count: categories.length };
  });
}
