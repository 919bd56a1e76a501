'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { useShortcut } from '#components/shell/shortcuts.ts';
import { tList } from '#lib/messages/list.ts';

/** Marks the element of a row, so that focus can go back to it. */
export const rowElementId = (id: string): string => `row-${id}`;

const showRow = (id: string) =>
  document.getElementById(rowElementId(id))?.scrollIntoView({ block: 'nearest' });

/** Which row stands in the drawer, and the keys that move it: j, k, Enter, Esc. `open` is its id, from the address. */
export function useDrawer({
  open,
  ids,
  hrefOf,
  setOpen,
  isOffered,
}: {
  open: string | null;
  /** The rows of this page as they are shown. */
  ids: readonly string[];
  /** The row's page, or null if it is unknown. */
  hrefOf: (id: string) => string | null;
  /** Is done once the address says so. */
  setOpen: (id: string | null) => Promise<unknown>;
  /** Whether this list has a drawer at all. */
  isOffered: boolean;
}) {
  const router = useRouter();
  const written = useRef<Promise<unknown>>(Promise.resolve());
  const at = open === null ? -1 : ids.indexOf(open);
  const move = (by: 1 | -1) => {
    // A row of another page was open: there is no next one, so it goes to the first or the last of this page.
    const next = at === -1 ? ids.at(by === 1 || open === null ? 0 : -1) : ids[at + by];
    if (!isOffered || next === undefined) return;
    written.current = setOpen(next);
    showRow(next);
  };
  const close = () => {
    if (open === null) return;
    void setOpen(null);
    // Back to where the reader was: the row's first link.
    document.getElementById(rowElementId(open))?.querySelector('a')?.focus();
  };
  useShortcut({ keys: 'j', label: tList('shortcuts.next'), group: tList('shortcuts.group') }, () => move(1));
  useShortcut({ keys: 'k', label: tList('shortcuts.previous'), group: tList('shortcuts.group') }, () =>
    move(-1),
  );
  useShortcut({ keys: 'Enter', label: tList('shortcuts.open'), group: tList('shortcuts.group') }, () => {
    const href = open === null ? null : hrefOf(open);
    // The address follows a moment behind the keys: left at once, it would be written onto the page that comes.
    const leave = () => href !== null && router.push(href);
    void written.current.then(leave, leave);
  });
  useShortcut({ keys: 'Escape', label: tList('shortcuts.close'), group: tList('shortcuts.group') }, close);
  return { place: at === -1 ? null : { at: at + 1, of: ids.length }, move, close };
}
