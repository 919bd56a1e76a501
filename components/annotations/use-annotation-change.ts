'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import type { RecordKind } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { recordTopics } from './record-topics.ts';

/** Runs a change of notes or labels, then refreshes them. `act` returns true on success. */
export function useAnnotationChange(businessId: string, kind: RecordKind) {
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const act = async (change: () => Promise<ActionResult<unknown>>): Promise<boolean> => {
    setPending(true);
    setFailed(null);
    const result = await callAction(change);
    // A new label also becomes a choice in the list filters.
    void queries.invalidateQueries({ queryKey: ['b', businessId, 'labels'] });
    await queries.invalidateQueries({ queryKey: ['b', businessId, recordTopics[kind]] });
    setPending(false);
    if (result?.ok) return true;
    const fieldErrors = result === null ? [] : Object.values(result.fieldErrors).flat();
    setFailed(fieldErrors[0] ?? result?.message ?? tAnnotations('connectionLost'));
    return false;
  };
  return { act, isPending, failed };
}

/** Returns the address of the list filtered by one label. */
export const labelHref = (businessId: string, kind: RecordKind, labelId: string): string =>
  `/${businessId}/${recordTopics[kind]}?label=${labelId}`;
