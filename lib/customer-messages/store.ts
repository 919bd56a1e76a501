import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { SettingKind } from '#lib/proposals/index.ts';
import { lockSetting, readSettings, storeSetting } from '#lib/proposals/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';

type MessageKey = { readonly businessId: BusinessId; readonly kind: string; readonly language: string };

/** A business's own text for its customers, in place of the product's. Null: the standard text. */
const customText: SettingKind<string | null> = { name: 'customer-text', change: z.string().nullable() };

const toSubject = ({ businessId, kind, language }: MessageKey) => ({
  businessId,
  subject: `${kind}/${language}`,
});

/** Returns the business's own text, locked until the transaction ends. Null while it uses the standard text. */
export const findCustomText = (transaction: Transaction, key: MessageKey): Promise<string | null> =>
  lockSetting(transaction, customText, toSubject(key));

/** Stores the business's own text. Null restores the standard text. */
export const storeCustomText = (
  transaction: Transaction,
  key: MessageKey,
  text: string | null,
): Promise<void> => storeSetting(transaction, customText, toSubject(key), text);

/** Lists the business's own texts by kind and language. */
export async function listCustomTexts(
  businessId: BusinessId,
): Promise<readonly { readonly kind: string; readonly language: string; readonly text: string }[]> {
  const texts = await readSettings(customText, businessId);
  return [...texts].flatMap(([subject, text]) => {
    const [kind = '', language = ''] = subject.split('/');
    return text === null ? [] : [{ kind, language, text }];
  });
}
