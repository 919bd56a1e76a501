import { readVersionState, subscribeToVersion } from '#components/query/page-version.ts';

/** Keeps what was typed into a page of an earlier build, for the same person and page after a reload in the same tab. */

export type TextOwner = { readonly path: string; readonly email: string };
export type UnsentField = { readonly label: string; readonly text: string };

/** The properties of a field that are read. */
type Field = {
  readonly type: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly isConnected: boolean;
  readonly labels: ArrayLike<{ readonly textContent: string | null }> | null;
  /** Of a select only. */
  readonly selectedOptions?: ArrayLike<{ readonly textContent: string | null }>;
  getAttribute(name: string): string | null;
  closest(selector: string): unknown;
};

/** No passwords. Searches and filters are in the address. */
const keptTypes: ReadonlySet<string> = new Set(['text', 'textarea', 'email', 'url', 'tel', 'select-one']);
/** Marks a form that keeps its own input, and a select that only filters. */
const ownDraft = '[data-keeps-input]';

const toKey = ({ path, email }: TextOwner): string => `unsent-text:${email}:${path}`;

/** Returns the text of a field. That of a select is its choice as it is shown, which may have no value. */
const readText = ({ value, selectedOptions }: Field): string =>
  selectedOptions === undefined ? value : (selectedOptions[0]?.textContent?.trim() ?? '');

const canKeep = (field: Field): boolean =>
  field.isConnected &&
  readText(field) !== '' &&
  keptTypes.has(field.type) &&
  field.autocomplete !== 'one-time-code' &&
  field.closest(ownDraft) === null;

const readLabel = (field: Field): string =>
  field.labels?.[0]?.textContent?.trim() || (field.getAttribute('aria-label') ?? '');

/** Returns the text and choices of the fields that may be kept, with their labels. Equal ones are listed once. */
export function toUnsentFields(fields: readonly Field[]): readonly UnsentField[] {
  const unsentFields = fields
    .filter(canKeep)
    .map((field) => ({ label: readLabel(field), text: readText(field) }));
  return unsentFields.filter(
    ({ label, text }, place) =>
      unsentFields.findIndex((other) => other.label === label && other.text === text) === place,
  );
}

/** Returns the stored text, or null. */
export function readStoredText(owner: TextOwner): string | null {
  try {
    return sessionStorage.getItem(toKey(owner));
  } catch {
    // Storage is disabled.
    return null;
  }
}

/** Stores the fields in place of earlier ones. Earlier text stays when there are none. */
export function storeText(owner: TextOwner, fields: readonly UnsentField[]): void {
  if (fields.length === 0) return;
  try {
    sessionStorage.setItem(toKey(owner), JSON.stringify(fields));
  } catch {
    // Storage is full or disabled. The page says that nothing was sent anyway.
  }
}

export function discardText(owner: TextOwner): void {
  try {
    sessionStorage.removeItem(toKey(owner));
  } catch {
    // Storage is disabled, so there is nothing to discard.
  }
}

const requestName = 'countinghouse-keep-text';

/** Stores what was typed before a script leaves the page. The person finds it when they return. */
export const requestTextStorage = (): void => void window.dispatchEvent(new Event(requestName));

/**
 * Stores what was typed when an action is refused, when an outdated page is left, and on request. Runs until the returned function
 * is called.
 */
export function watchTypedText(owner: TextOwner): () => void {
  const typed = new Set<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>();
  const add = ({ target }: Event) => {
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      typed.add(target);
  };
  const storeNow = () => storeText(owner, toUnsentFields([...typed]));
  const store = () => {
    if (readVersionState() !== 'current') storeNow();
  };
  const unsubscribe = subscribeToVersion(store);
  document.addEventListener('input', add, true);
  window.addEventListener('pagehide', store);
  window.addEventListener(requestName, storeNow);
  return () => {
    unsubscribe();
    document.removeEventListener('input', add, true);
    window.removeEventListener('pagehide', store);
    window.removeEventListener(requestName, storeNow);
  };
}
