import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { listCustomerMessages } from './queries.ts';
import type { CustomerMessagesView, saveCustomerMessageForm } from './schema.ts';
import { findCustomText, storeCustomText } from './store.ts';

/**
 * Replaces a text for customers in one language, for everyone in the business. An empty text restores the standard text.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function saveCustomerMessage(
  context: Context<PersonActor>,
  input: z.output<typeof saveCustomerMessageForm>,
): Promise<CustomerMessagesView> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const key = { businessId, kind: input.kind, language: input.language };
  const text = input.text === '' ? null : storableText(input.text);
  await inTransaction(async (transaction) => {
    const before = await findCustomText(transaction, key);
    await storeCustomText(transaction, key, text);
    await writeAudit(transaction, context, {
      businessId,
      action: 'business.customer-message',
      objectType: 'business',
      objectId: businessId,
      before: { text: before },
      after: { kind: input.kind, language: input.language, text },
    });
  });
  return listCustomerMessages(context, businessId);
}
