'use client';

import { useEffect, useRef, useState } from 'react';

const restMilliseconds = 1_500;

type Held<Row> = { readonly address: string; readonly rows: readonly Row[] };

/**
 * Keeps rows where they are while a hand is on them: what is shown changes in place, what is new waits and is
 * counted. As soon as the hand rests or leaves, the list is as it should be.
 */
export function useSteadyRows<Row>(rows: readonly Row[], address: string, idOf: (row: Row) => string) {
  const [held, setHeld] = useState<Held<Row> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(null);
  };
  const hold = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(null), restMilliseconds);
    setHeld((before) => (before?.address === address ? before : { address, rows }));
  };
  const steady = held !== null && held.address === address;
  const fresh = new Map(rows.map((row) => [idOf(row), row]));
  const before = new Set(steady ? held.rows.map(idOf) : []);
  return {
    rows: steady ? held.rows.map((row) => fresh.get(idOf(row)) ?? row) : rows,
    waiting: steady ? rows.filter((row) => !before.has(idOf(row))).length : 0,
    hold,
    release,
  };
}
