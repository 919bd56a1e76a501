import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

type MessageKey = { readonly businessId: BusinessId; readonly kind: string; readonly language: string };

/** Returns the business's own text, or null while it uses the standard text. */
export async function findCustomText(transaction: Transaction, key: MessageKey): Promise<string | null> {
  const row = await transaction.customerMessage.findUnique({ where: { businessId_kind_language: key } });
  return row?.text ?? null;
}

/** Stores the business's own text. Null restores the standard text. */
export async function storeCustomText(
  transaction: Transaction,
  key: MessageKey,
  { text, personId, at }: { text: string | null; personId: PersonId; at: Instant },
): Promise<void> {
  if (text === null) {
    await transaction.customerMessage.deleteMany({ where: key });
    return;
  }
  const stored = { text, changedBy: personId, changedAt: toDate(at) };
  await transaction.customerMessage.upsert({
    where: { businessId_kind_language: key },
    create: { ...key, ...stored },
    update: stored,
  });
}
