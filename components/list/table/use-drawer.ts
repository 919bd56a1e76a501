'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { useShortcut } from '#components/shell/shortcuts.ts';
import { tList } from '#lib/messages/list.ts';

/** Returns the id of a row's element, so that focus can return to it. */
export const rowElementId = (id: string): string => `row-${id}`;

const showRow = (id: string) =>
  document.getElementById(rowElementId(id))?.scrollIntoView({ block: 'nearest' });

/** Manages the row in the drawer, and the keys j, k, Enter and Esc. `open` is the row's id, from the address. */
export function useDrawer({
  open,
  ids,
  getHref,
  setOpen,
  isOffered,
}: {
  open: string | null;
  /** The displayed rows of this page. */
  ids: readonly string[];
  /** The row's page, or null if it is unknown. */
  getHref: (id: string) => string | null;
  /** Resolves once the address has changed. */
  setOpen: (id: string | null) => Promise<unknown>;
  /** True where the list has a drawer. */
  isOffered: boolean;
}) {
  const router = useRouter();
  const written = useRef<Promise<unknown>>(Promise.resolve());
  const at = open === null ? -1 : ids.indexOf(open);
  const move = (by: 1 | -1) => {
    // The open row belongs to another page and has no neighbour here, so the keys go to the first or last row of
    // this page.
    const next = at === -1 ? ids.at(by === 1 || open === null ? 0 : -1) : ids[at + by];
    if (!isOffered || next === undefined) return;
    written.current = setOpen(next);
    showRow(next);
  };
  const close = () => {
    if (open === null) return;
    void setOpen(null);
    // Returns the focus to the row's first link.
    document.getElementById(rowElementId(open))?.querySelector('a')?.focus();
  };
  useShortcut({ keys: 'j', label: tList('shortcuts.next'), group: tList('shortcuts.group') }, () => move(1));
  useShortcut({ keys: 'k', label: tList('shortcuts.previous'), group: tList('shortcuts.group') }, () =>
    move(-1),
  );
  useShortcut({ keys: 'Enter', label: tList('shortcuts.open'), group: tList('shortcuts.group') }, () => {
    const href = open === null ? null : getHref(open);
    // The address changes shortly after the key. Waits for it, because a late change would affect the next page.
    const leave = () => href !== null && router.push(href);
    void written.current.then(leave, leave);
  });
  useShortcut({ keys: 'Escape', label: tList('shortcuts.close'), group: tList('shortcuts.group') }, close);
  return { place: at === -1 ? null : { at: at + 1, of: ids.length }, move, close };
}
