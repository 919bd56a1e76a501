'use client';

import { useEffect, useRef, useState } from 'react';
import type { RowMark } from '../list-props.ts';

const tintMilliseconds = 2_500;
const nothing: ReadonlySet<string> = new Set();

/** Returns the ids of rows that arrived or changed since the last render of the same list, while their tint lasts. */
export function useChangedRows(marks: ReadonlyMap<string, RowMark>, address: string): ReadonlySet<string> {
  const before = useRef<{ address: string; marks: ReadonlyMap<string, RowMark> }>({ address, marks });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [changed, setChanged] = useState(nothing);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const last = before.current;
    before.current = { address, marks };
    if (last.address !== address || last.marks === marks || last.marks.size === 0) return;
    const now = [...marks].filter(([id, mark]) => last.marks.get(id) !== mark).map(([id]) => id);
    if (now.length === 0) return;
    setChanged(new Set(now));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setChanged(nothing), tintMilliseconds);
  }, [marks, address]);
  return changed;
}
