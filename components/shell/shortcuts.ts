'use client';

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** A key that does something on the page at hand. The help lists exactly the ones that are there. */
export type Shortcut = {
  /** One key as it is typed (`j`, `/`, `?`, `Escape`). */
  readonly keys: string;
  readonly label: string;
  /** A heading of the help: "Everywhere", "List". */
  readonly group: string;
};

let registered: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
const none: readonly Shortcut[] = [];

function change(next: readonly Shortcut[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The shortcuts that work at the moment. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    subscribe,
    () => registered,
    () => none,
  );

/** A notification has that role too, and takes no keys from what it stands beside. */
const openWindow = '[role=dialog], [role=alertdialog]:not([aria-modal=false])';

/** Whether keys now belong to somebody who types, or to an open window, list or menu. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (!target) return false;
  // Enter presses what has focus.
  if (event.key === 'Enter' && target.closest('a, button, summary, input')) return true;
  return (
    target.isContentEditable ||
    target.closest(
      'input:not([type=checkbox]):not([type=radio]), textarea, select, [role=menu], [role=listbox]',
    ) !== null
  );
}

/**
 * Binds a key while the component is there. Never fires while somebody types. `whileOpen` lets it through while a
 * dialog or drawer is open (for j, k and Esc in a drawer).
 */
export function useShortcut(
  { keys, label, group }: Shortcut,
  act: () => void,
  { whileOpen = false } = {},
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== keys || isTaken(event)) return;
    if (!whileOpen && document.querySelector(openWindow)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const shortcut = { keys, label, group };
    change([...registered, shortcut]);
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => {
      change(registered.filter((one) => one !== shortcut));
      document.removeEventListener('keydown', listen);
    };
  }, [keys, label, group]);
}
