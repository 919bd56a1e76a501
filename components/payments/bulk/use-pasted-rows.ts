'use client';

import { useEffect, useEffectEvent, useState } from 'react';

/** A person’s copied rows for a business. */
export type RowsOwner = { readonly personId: string; readonly businessId: string };

const toKey = ({ personId, businessId }: RowsOwner): string => `pasted-rows:${personId}:${businessId}`;

/** Stores the rows in this tab in place of earlier ones. Returns false if they are too long, or storage is disabled. */
export function storeRows(owner: RowsOwner, text: string): boolean {
  const key = toKey(owner);
  try {
    // Rows that are too long leave no earlier ones behind.
    sessionStorage.removeItem(key);
    if (text !== '') sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the rows that this tab keeps, or an empty text. */
export function readRows(owner: RowsOwner): string {
  try {
    return sessionStorage.getItem(toKey(owner)) ?? '';
  } catch {
    return '';
  }
}

/** Returns the copied rows. This tab keeps them, also through a sign-in. `isExactNumber`: the tab has the rows as shown. */
export function usePastedRows({ personId, businessId }: RowsOwner, onRestored: () => void) {
  const [text, setText] = useState('');
  const [isExactNumber, setIsKept] = useState(true);
  const restore = useEffectEvent(() => {
    const stored = readRows({ personId, businessId });
    if (stored === '') return;
    setText(stored);
    onRestored();
  });
  useEffect(() => restore(), []);
  return {
    text,
    isExactNumber,
    change: (next: string) => {
      setText(next);
      setIsKept(storeRows({ personId, businessId }, next));
    },
    /** Forgets the rows of this tab, because they were checked. */
    forget: () => void storeRows({ personId, businessId }, ''),
  };
}
