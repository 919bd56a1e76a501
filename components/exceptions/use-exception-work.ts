'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useContext, useState, useSyncExternalStore } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { toast } from '#components/ui/toast.tsx';
import { workExceptionAction } from '#lib/exceptions/actions.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { tExceptionWork } from '#lib/messages/exception-work.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import type { Failure } from '#lib/values/action-result.ts';
import type { ExceptionDraft } from './drafts.ts';
import { ExceptionsContext } from './exceptions-context.ts';

const noDraft = () => null;

const toKeptTexts = ({ ownerId, note, reason, version }: ExceptionDraft) => ({
  ownerId,
  note,
  reason,
  version: String(version),
});

/** Edits assignee, note and resolution of one exception, in its row or in the drawer. Input stays until it is saved. */
export function useExceptionWork(businessId: string, row: ExceptionRow) {
  const queries = useQueryClient();
  const { owners, drafts } = useContext(ExceptionsContext);
  const id = row.subjectId;
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(id), noDraft);
  const [failure, setFailure] = useState<Pick<Failure, 'message' | 'fieldErrors'> | null>(null);
  /** True after a conflict was shown: saving again then replaces the colleague's changes. */
  const [hasConflict, setConflict] = useState(false);
  const [pending, setPending] = useState<'save' | 'resolve' | null>(null);
  const saved: ExceptionDraft = {
    ownerId: row.owner?.personId ?? '',
    note: row.note,
    reason: row.resolutionReason ?? '',
    version: row.version,
  };
  const { ownerId, note, reason, version } = draft ?? saved;
  const isResolved = row.resolvedAt !== null;
  const keep = (changed: ExceptionDraft) => {
    const isUnchanged =
      changed.ownerId === saved.ownerId && changed.note === saved.note && changed.reason === saved.reason;
    drafts.set(id, isUnchanged ? null : changed);
  };
  const change = (next: Partial<Pick<ExceptionDraft, 'ownerId' | 'note' | 'reason'>>) =>
    keep({ ownerId, note, reason, version, ...next });
  /** Continues with the text that was kept, based on the version that the person saw. */
  const restore = (kept: Readonly<Record<string, string | undefined>>) =>
    keep({
      ownerId: kept['ownerId'] ?? saved.ownerId,
      note: kept['note'] ?? saved.note,
      reason: resolutionReasons.find((one) => one === kept['reason']) ?? '',
      version: Number(kept['version'] ?? saved.version),
    });
  const clearFailure = () => {
    setFailure(null);
    setConflict(false);
  };
  /** Saves the draft. Returns true once it is stored. */
  const save = async (resolved: boolean): Promise<boolean> => {
    setPending(resolved === isResolved ? 'save' : 'resolve');
    setFailure(null);
    const result = await callAction(() =>
      workExceptionAction({
        businessId,
        kind: row.kind,
        subjectId: id,
        version: hasConflict ? row.version : version,
        ownerId: ownerId === '' ? null : ownerId,
        note,
        resolved,
        reason: reason === '' ? null : reason,
        states: row.states,
      }),
    );
    if (result?.ok)
      toast.good(
        tExceptionWork(
          resolved === isResolved ? 'toasts.saved' : resolved ? 'toasts.resolved' : 'toasts.reopened',
        ),
      );
    await queries.invalidateQueries({ queryKey: ['b', businessId, 'exceptions'] });
    setPending(null);
    if (!result?.ok) {
      setConflict(result?.code === 'conflict');
      setFailure(result ?? { message: tExceptionWork('errors.connection'), fieldErrors: {} });
      return false;
    }
    drafts.set(id, null);
    setConflict(false);
    return true;
  };
  return {
    owners: owners ?? [],
    ownerId,
    note,
    reason,
    isResolved,
    pending,
    failure,
    /** A colleague's changes are newer than the draft, and the person has seen that. */
    isOutdated: hasConflict && row.version !== version,
    change,
    /** The texts to keep until they are saved, and those of the untouched form. */
    kept: toKeptTexts(draft ?? saved),
    untouched: toKeptTexts(saved),
    restore,
    clearFailure,
    save,
  };
}

export type ExceptionWorkState = ReturnType<typeof useExceptionWork>;
