'use client';

import { useRef, useState } from 'react';
import type { ListCount, ListPage } from '#lib/lists/model/query.ts';
import type { ListInAddress } from '../query/use-list.ts';
import { useRowsById } from '../query/use-rows-by-id.ts';
import { useRowInteraction } from '../table/use-row-interaction.ts';
import { useScrolled } from '../table/use-scrolled.ts';
import { mergeFrozenPage } from './merge-frozen-page.ts';

type FrozenPage<Row> = { readonly address: string; readonly page: ListPage<Row> };

const noIds: ReadonlySet<string> = new Set();
const nothing: ListCount = { count: 0, more: false };

/**
 * Keeps rows in place while the person points at them, scrolls or has the drawer open, and always if `holdsNew`. Values
 * change in place, rows that left the list are marked, and new rows wait and are counted. The list is updated when the
 * interaction ends or the person shows the new rows.
 */
export function useFrozenRows<Row>(
  list: ListInAddress,
  {
    page,
    live,
    getId,
    isOpen,
    holdsNew,
  }: {
    /** The current page. */
    page: ListPage<Row> | undefined;
    /** The rows that are read again with every change. Undefined while another address is shown. */
    live: readonly Row[] | undefined;
    getId: (row: Row) => string;
    /** A row is open in the drawer. */
    isOpen: boolean;
    /** New rows wait even while the person does nothing. */
    holdsNew: boolean;
  },
) {
  const part = useRef<HTMLDivElement>(null);
  const isScrolled = useScrolled(part);
  const interaction = useRowInteraction();
  const [kept, setKept] = useState<FrozenPage<Row> | null>(null);
  const { address } = list;
  const isInUse = interaction.isActive || isOpen || isScrolled;
  const isHeld = isInUse || holdsNew;
  const keeping =
    isHeld && page !== undefined && kept?.address === address
      ? mergeFrozenPage(kept.page, page, getId)
      : null;
  // Freezes the list when an interaction starts or the address changes.
  if (isHeld && live !== undefined && page !== undefined && kept?.address !== address)
    setKept({ address, page });
  if (!isHeld && kept !== null) setKept(null);
  // Without new rows nothing has to wait, so rows move up when others leave.
  const isFree = !isInUse && keeping !== null && (keeping.waiting.count === 0 || keeping.isReplaced);
  const next = isFree ? page : keeping?.page;
  if (next !== undefined && next !== kept?.page) setKept({ address, page: next });

  const shown = keeping?.page ?? page;
  const now = new Map((live ?? []).map((row) => [getId(row), row]));
  const elsewhere = (live === undefined ? [] : (shown?.rows ?? [])).map(getId).filter((id) => !now.has(id));
  const foundById = useRowsById(list, elsewhere, getId);
  const left = new Set(elsewhere.filter((id) => foundById.get(id)?.isListed === false));
  const keepsLeft = isInUse && keeping !== null;
  const rows = (shown?.rows ?? [])
    .map((row) => now.get(getId(row)) ?? foundById.get(getId(row))?.row ?? row)
    .filter((row) => keepsLeft || !left.has(getId(row)));
  return {
    page: shown && { ...shown, rows },
    /** Rows that are shown but are no longer in the list. */
    left: keepsLeft ? left : noIds,
    waiting: keeping?.waiting ?? nothing,
    /** The element that contains the rows. */
    part,
    interaction,
    /** Shows the new rows. */
    release: () =>
      page && setKept({ address, page: { ...page, rows: page.rows.filter((row) => !left.has(getId(row))) } }),
  };
}

export type FrozenRows<Row> = ReturnType<typeof useFrozenRows<Row>>;
