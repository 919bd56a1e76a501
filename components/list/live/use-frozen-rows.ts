'use client';

import { useRef, useState } from 'react';
import type { ListCount, ListPage } from '#lib/lists/model/query.ts';
import { keepPage } from '../query/cached-page.ts';
import type { ListInAddress } from '../query/use-list.ts';
import { useRowsById } from '../query/use-rows-by-id.ts';
import { useRowInteraction } from '../table/use-row-interaction.ts';
import { useScrolled } from '../table/use-scrolled.ts';

type Kept<Row> = { readonly address: string; readonly page: ListPage<Row> };

const noIds: ReadonlySet<string> = new Set();
const nothing: ListCount = { count: 0, more: false };

/**
 * Keeps rows where they are while somebody is at them, with hand, eyes or an open drawer: what is shown changes in
 * place, what left the list says so, what is new waits and is counted. Once the hand has left, or asks for them, the
 * list is as it should be.
 */
export function useFrozenRows<Row>(
  list: ListInAddress,
  {
    page,
    live,
    foundAt,
    idOf,
    isOpen,
  }: {
    /** As it would be now. */
    page: ListPage<Row> | undefined;
    /** The part of it that is read again with every change; undefined while what is shown is of another address. */
    live: { readonly rows: readonly Row[]; readonly at: number } | undefined;
    /** When the last of what is not in that part was found. */
    foundAt: number;
    idOf: (row: Row) => string;
    /** A row stands in the drawer. */
    isOpen: boolean;
  },
) {
  const part = useRef<HTMLDivElement>(null);
  const isScrolled = useScrolled(part);
  const hand = useRowInteraction();
  const [kept, setKept] = useState<Kept<Row> | null>(null);
  const { address } = list;
  const isHeld = hand.hasHand || isOpen || isScrolled;
  const keeping =
    isHeld && page !== undefined && kept?.address === address ? keepPage(kept.page, page, idOf) : null;
  // What the list was when the hand came, or when it was asked anew.
  if (isHeld && live !== undefined && page !== undefined && kept?.address !== address)
    setKept({ address, page });
  if (!isHeld && kept !== null) setKept(null);
  if (keeping !== null && keeping.page !== kept?.page) setKept({ address, page: keeping.page });

  const shown = keeping?.page ?? page;
  const now = new Map((live?.rows ?? []).map((row) => [idOf(row), row]));
  const elsewhere = (live === undefined ? [] : (shown?.rows ?? [])).map(idOf).filter((id) => !now.has(id));
  const known = useRowsById(list, elsewhere, idOf, (live?.at ?? 0) > foundAt);
  const left = new Set(elsewhere.filter((id) => known.get(id)?.isListed === false));
  const rows = (shown?.rows ?? [])
    .map((row) => now.get(idOf(row)) ?? known.get(idOf(row))?.row ?? row)
    .filter((row) => keeping !== null || !left.has(idOf(row)));
  return {
    page: shown && { ...shown, rows },
    /** Rows that are shown but are no longer in the list. */
    left: keeping === null ? noIds : left,
    waiting: keeping?.waiting ?? nothing,
    /** The part of the page in which the rows stand. */
    part,
    hand,
    /** Shows what waits. */
    release: () =>
      page && setKept({ address, page: { ...page, rows: page.rows.filter((row) => !left.has(idOf(row))) } }),
  };
}

export type SteadyRows<Row> = ReturnType<typeof useFrozenRows<Row>>;
