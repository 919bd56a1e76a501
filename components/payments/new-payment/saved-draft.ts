import { restoreForm } from '#lib/payments/create/model/form.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import type { TypedDetails } from './typed-details.ts';

/** Identifies a person’s form: a new one, or one that corrects an earlier request. */
export type DraftOwner = {
  readonly personId: string;
  readonly businessId: string;
  readonly intentId: string | null;
};

/** Returns the storage key. Entries survive a reload, an error and a sign-out in this tab, for the same person. */
const toKey = ({ personId, businessId, intentId }: DraftOwner): string =>
  `new-payment:${personId}:${businessId}:${intentId ?? ''}`;

const toDetailsKey = (owner: DraftOwner): string => `${toKey(owner)}:details`;

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

const listeners = new Set<(owner: DraftOwner) => void>();

/** Calls the listener when a draft is deleted, because its payment was requested. Returns the end of it. */
export function onDraftDeleted(listener: (owner: DraftOwner) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function deleteDraft(owner: DraftOwner): void {
  for (const listener of listeners) listener(owner);
  try {
    sessionStorage.removeItem(toKey(owner));
    sessionStorage.removeItem(toDetailsKey(owner));
  } catch {
    // Storage is disabled, so there is no draft to drop.
  }
}

/** Saves the note and the labels, which are not part of the request. */
export function saveTypedDetails(owner: DraftOwner, details: TypedDetails): void {
  try {
    sessionStorage.setItem(toDetailsKey(owner), JSON.stringify(details));
  } catch {
    // Storage is full or disabled. The form works without it.
  }
}

export function readTypedDetails(owner: DraftOwner): TypedDetails | null {
  try {
    const text = sessionStorage.getItem(toDetailsKey(owner));
    const stored: unknown = text === null ? null : JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return null;
    const { note, labels }: { note?: unknown; labels?: unknown } = stored;
    return typeof note === 'string' && typeof labels === 'string' ? { note, labels } : null;
  } catch {
    return null;
  }
}
