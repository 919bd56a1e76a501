'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordKind } from '#lib/annotations/model.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { topics } from './record-words.ts';

/** Does something to a record's notes or labels, then shows them as they are now. Answers whether it was done. */
export function useAnnotating(businessId: string, kind: RecordKind) {
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const act = async (doing: () => Promise<ActionResult<unknown>>): Promise<boolean> => {
    setPending(true);
    setFailed(null);
    const result = await doing().catch(() => null);
    // A label that there was not yet stands among the filters of the lists too.
    void queries.invalidateQueries({ queryKey: ['b', businessId, 'labels'] });
    await queries.invalidateQueries({ queryKey: ['b', businessId, topics[kind]] });
    setPending(false);
    if (result?.ok) return true;
    const told = result === null ? [] : Object.values(result.fieldErrors).flat();
    setFailed(told[0] ?? result?.message ?? 'The connection was lost. Try again.');
    return false;
  };
  return { act, isPending, failed };
}

/** The list of these records with one label. */
export const labelHref = (businessId: string, kind: RecordKind, labelId: string): string =>
  `/${businessId}/${topics[kind]}?label=${labelId}`;
