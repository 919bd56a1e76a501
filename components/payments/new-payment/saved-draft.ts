import { restoreForm } from '#lib/payments/create/model/form.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';

/** Identifies a form: a new one, or one that corrects an earlier request. */
export type DraftOwner = { readonly businessId: string; readonly intentId: string | null };

/** Returns the storage key. Entries survive a reload, an error and a sign-out in this tab. */
const toKey = ({ businessId, intentId }: DraftOwner): string => `new-payment:${businessId}:${intentId ?? ''}`;

export function saveDraft(owner: DraftOwner, values: unknown): void {
  try {
    sessionStorage.setItem(toKey(owner), JSON.stringify(values));
  } catch {
    // Storage is full or disabled. The form works without it.
  }
}

export function readSavedDraft(owner: DraftOwner, opening: CreatePaymentInput): CreatePaymentInput | null {
  try {
    const text = sessionStorage.getItem(toKey(owner));
    return text === null ? null : restoreForm(JSON.parse(text), opening);
  } catch {
    return null;
  }
}

export function deleteDraft(owner: DraftOwner): void {
  try {
    sessionStorage.removeItem(toKey(owner));
  } catch {
    // Storage is disabled, so there is no draft to drop.
  }
}
