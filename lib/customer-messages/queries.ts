import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import { messageKinds } from './model.ts';
import type { CustomerMessagesView } from './schema.ts';
import { listCustomTexts } from './store.ts';

/** Returns the business's own texts for customers. @throws Problem 'not-found'. */
export async function listCustomerMessages(
  context: Context<PersonActor>,
  business: string,
): Promise<CustomerMessagesView> {
  const { businessId, may } = requirePermission(context, business, 'read');
  const rows = await listCustomTexts(businessId);
  const own = rows.flatMap(({ kind, language, text }) => {
    const knownKind = messageKinds.find((one) => one === kind);
    const knownLanguage = languages.find((one) => one === language);
    return knownKind && knownLanguage ? [{ kind: knownKind, language: knownLanguage, text }] : [];
  });
  return { own, mayEdit: may('payment.create') };
}
