'use client';

import { useSyncExternalStore } from 'react';

const storageKey = 'countinghouse:single-keys';
const listeners = new Set<() => void>();

/** Returns whether shortcuts of a single character work. Stored in this browser, on by default. */
export function areSingleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(storageKey) !== 'off';
  } catch {
    // Storage is disabled.
    return true;
  }
}

/** Switches shortcuts of a single character on or off. */
export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage is disabled, so the choice can't be kept.
  }
  for (const notify of listeners) notify();
}

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

/** Returns whether shortcuts of a single character work, and follows changes. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn, () => true);
