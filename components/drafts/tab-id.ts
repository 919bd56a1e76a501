const storageKey = 'new-payment-tab';
const lockName = (tabId: string) => `new-payment-tab:${tabId}`;

/** Browsers have `randomUUID` on secure pages only. */
const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

function readStoredId(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function storeId(tabId: string): void {
  try {
    sessionStorage.setItem(storageKey, tabId);
  } catch {
    // Storage is disabled. The id then lasts as long as the page.
  }
}

/** Holds the lock of an id while the page exists. Resolves to false if another page holds it. */
const claim = (tabId: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(lockName(tabId), { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise<void>(() => {});
      })
      .catch(reject);
  });

let current: Promise<string> | null = null;

/**
 * Returns the id of this tab. It stays after a reload and a sign-in. A duplicated tab has a copy of the storage, and gets
 * an id of its own.
 */
export function readTabId(): Promise<string> {
  current ??= (async () => {
    const stored = readStoredId();
    // Browsers have locks on secure pages only.
    const isOwn = stored !== null && (!('locks' in navigator) || (await claim(stored).catch(() => true)));
    if (isOwn) return stored;
    const created = createId();
    storeId(created);
    if ('locks' in navigator) await claim(created).catch(() => true);
    return created;
  })();
  return current;
}

/** Returns the ids of the tabs that have the form open. */
export async function listOpenTabs(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const prefix = lockName('');
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  );
}
