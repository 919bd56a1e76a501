'use client';

import { useState } from 'react';

type Held<Row> = { readonly address: string; readonly rows: readonly Row[] };

/**
 * Keeps rows where they are while somebody is at them: what is shown changes in place, what is new waits and is
 * counted. Once the hand has left, or asks for them, the list is as it should be. `isHeld` says that something else
 * than a hand is at the rows: an open drawer, or eyes that have scrolled down.
 */
export function useSteadyRows<Row>(
  rows: readonly Row[],
  address: string,
  idOf: (row: Row) => string,
  isHeld: boolean,
) {
  const [held, setHeld] = useState<Held<Row> | null>(null);
  const [hasHand, setHand] = useState(false);
  const keeps = (hasHand || isHeld) && held?.address === address;
  // What the list was when the hand came, or when it was asked anew.
  if ((hasHand || isHeld) && held?.address !== address) setHeld({ address, rows });
  if (!hasHand && !isHeld && held !== null) setHeld(null);
  const fresh = new Map(rows.map((row) => [idOf(row), row]));
  const before = new Set(keeps ? held.rows.map(idOf) : []);
  return {
    rows: keeps ? held.rows.map((row) => fresh.get(idOf(row)) ?? row) : rows,
    waiting: keeps ? rows.filter((row) => !before.has(idOf(row))).length : 0,
    hold: () => setHand(true),
    leave: () => setHand(false),
    /** Shows what waits. */
    release: () => setHeld({ address, rows }),
  };
}
