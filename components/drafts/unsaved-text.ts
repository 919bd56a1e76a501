import type { Instant } from '#lib/values/instant.ts';

/** The text of a form that went away before it could be saved. */
export type UnsavedText = { readonly fields: Readonly<Record<string, string>>; readonly typedAt: Instant };

type FormKey = { readonly businessId: string; readonly form: string; readonly subject: string };

// Only this tab has the text, until the page is loaded again. Signing out loads it again.
const texts = new Map<string, UnsavedText>();
const toKey = ({ businessId, form, subject }: FormKey): string => JSON.stringify([businessId, form, subject]);

/** Keeps the text of a form for its next opening in this tab. */
export function keepUnsavedText(form: FormKey, text: UnsavedText): void {
  texts.set(toKey(form), text);
}

/** Returns the kept text of a form and forgets it, or returns null. */
export function takeUnsavedText(form: FormKey): UnsavedText | null {
  const text = texts.get(toKey(form)) ?? null;
  texts.delete(toKey(form));
  return text;
}
