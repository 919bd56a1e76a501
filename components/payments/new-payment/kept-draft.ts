import { restoreForm } from '#lib/payments/create/model/form.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';

/** Whose form it is: a new one of this business, or one that corrects a request of ours. */
export type DraftOwner = { readonly businessId: string; readonly intentId: string | null };

/** What was typed outlives a reload, an error and the end of a session, in this tab. */
const keyOf = ({ businessId, intentId }: DraftOwner): string => `new-payment:${businessId}:${intentId ?? ''}`;

export function keepDraft(owner: DraftOwner, values: unknown): void {
  try {
    sessionStorage.setItem(keyOf(owner), JSON.stringify(values));
  } catch {
    // Storage is full or switched off: the form works without it.
  }
}

export function readSavedDraft(owner: DraftOwner, opening: CreatePaymentInput): CreatePaymentInput | null {
  try {
    const text = sessionStorage.getItem(keyOf(owner));
    return text === null ? null : restoreForm(JSON.parse(text), opening);
  } catch {
    return null;
  }
}

export function dropDraft(owner: DraftOwner): void {
  try {
    sessionStorage.removeItem(keyOf(owner));
  } catch {
    // As above.
  }
}
