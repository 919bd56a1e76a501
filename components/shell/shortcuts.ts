'use client';

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { areSingleKeysOn } from './single-keys.ts';

/** A keyboard shortcut of the current page. The help lists exactly the registered ones. */
export type Shortcut = {
  /** The value of `event.key`: `j`, `/`, `?`, `Escape`. */
  readonly keys: string;
  readonly label: string;
  /** The heading in the help: "Everywhere", "List". */
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

/** Returns the active shortcuts. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    subscribe,
    () => registered,
    () => none,
  );

/** A shortcut of one character can be pressed by accident, so people may switch it off. */
export const isSingleKey = (keys: string): boolean => [...keys].length === 1;

/** Excludes toasts: they have the role `alertdialog` but do not capture keys. */
const openWindow = '[role=dialog], [role=alertdialog]:not([aria-modal=false])';

/** Returns whether the key belongs to a text field, menu or list. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (!target) return false;
  // Enter activates the focused element.
  if (event.key === 'Enter' && target.closest('a, button, summary, input')) return true;
  return (
    target.isContentEditable ||
    target.closest(
      'input:not([type=checkbox]):not([type=radio]), textarea, select, [role=menu], [role=listbox]',
    ) !== null
  );
}

/**
 * Binds a key while the component is mounted. It does not fire while the person types. `whileOpen` allows it while a
 * dialog or drawer is open (j, k and Esc in a drawer).
 */
export function useShortcut(
  { keys, label, group }: Shortcut,
  act: () => void,
  { whileOpen = false } = {},
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== keys || isTaken(event)) return;
    if (isSingleKey(keys) && !areSingleKeysOn()) return;
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
