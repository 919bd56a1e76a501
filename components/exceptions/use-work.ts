'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useContext, useState, useSyncExternalStore } from 'react';
import { toast } from '#components/ui/toast.tsx';
import { workExceptionAction } from '#lib/exceptions/actions.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { Desk } from './desk-context.ts';
import type { Draft } from './drafts.ts';

const none = () => null;

/**
 * Owner, note, resolved: what is done about one exception, wherever in the list that is. What was typed stays until it
 * is saved.
 */
export function useWork(businessId: string, row: ExceptionRow) {
  const queries = useQueryClient();
  const { owners, drafts } = useContext(Desk);
  const id = row.subjectId;
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(id), none);
  const [failure, setFailure] = useState<Pick<Failure, 'message' | 'fieldErrors'> | null>(null);
  /** Whether they were told that somebody else has worked on it since: saving goes on from there. */
  const [isTold, setTold] = useState(false);
  const [pending, setPending] = useState<'save' | 'resolve' | null>(null);
  const seen: Draft = { ownerId: row.owner?.personId ?? '', note: row.note, version: row.version };
  const { ownerId, note, version } = draft ?? seen;
  const isResolved = row.resolvedAt !== null;
  const change = (next: Partial<Pick<Draft, 'ownerId' | 'note'>>) => {
    const changed = { ownerId, note, version, ...next };
    const isSeen = changed.ownerId === seen.ownerId && changed.note === seen.note;
    drafts.set(id, isSeen ? null : changed);
  };
  const forget = () => {
    setFailure(null);
    setTold(false);
  };
  /** Answers whether it was saved. */
  const save = async (resolved: boolean): Promise<boolean> => {
    setPending(resolved === isResolved ? 'save' : 'resolve');
    setFailure(null);
    const result = await workExceptionAction({
      businessId,
      kind: row.kind,
      subjectId: id,
      version: isTold ? row.version : version,
      ownerId: ownerId === '' ? null : ownerId,
      note,
      resolved,
      states: row.states,
    }).catch(() => null);
    if (result?.ok) toast.good(resolved === isResolved ? 'Saved' : resolved ? 'Resolved' : 'Opened again');
    await queries.invalidateQueries({ queryKey: ['b', businessId, 'exceptions'] });
    setPending(null);
    if (!result?.ok) {
      setTold(result?.code === 'conflict');
      setFailure(result ?? { message: 'The connection was lost. Try again.', fieldErrors: {} });
      return false;
    }
    drafts.set(id, null);
    setTold(false);
    return true;
  };
  return {
    owners: owners ?? [],
    ownerId,
    note,
    isResolved,
    pending,
    failure,
    /** Somebody else has worked on it since it was seen, and they were told so. */
    isOvertaken: isTold && row.version !== version,
    change,
    forget,
    save,
  };
}

export type Work = ReturnType<typeof useWork>;
