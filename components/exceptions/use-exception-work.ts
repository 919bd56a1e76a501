'use client';

import { useContext, useState } from 'react';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { workExceptionAction } from '#lib/exceptions/actions.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { tExceptionWork } from '#lib/messages/exceptions.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import { ExceptionsContext } from './exceptions-context.ts';

/** Edits assignee, note and resolution of one exception, in a dialog of its row or in the drawer. */
export function useExceptionWork(businessId: string, row: ExceptionRow) {
  const owners = useContext(ExceptionsContext).owners ?? [];
  const form = useDraftForm({
    businessId,
    kind: 'exceptions',
    inForm: true,
    draft: 'exception-work',
    subject: row.subjectId,
    // The version is the one that the person saw.
    initial: {
      ownerId: row.owner?.personId ?? '',
      note: row.note,
      reason: row.resolutionReason ?? '',
      version: String(row.version),
    },
  });
  const [verb, setVerb] = useState<'save' | 'resolve'>('save');
  const { ownerId, note, reason, version } = form.fields;
  const isResolved = row.resolvedAt !== null;
  /** After a conflict was shown, saving again replaces the colleague's changes. */
  const hasConflict = form.problem?.failure?.code === 'conflict';
  /** Returns true once the work is stored. */
  const save = async (resolved: boolean): Promise<boolean> => {
    setVerb(resolved === isResolved ? 'save' : 'resolve');
    const saved = await form.send(
      () =>
        workExceptionAction({
          businessId,
          kind: row.kind,
          subjectId: row.subjectId,
          version: hasConflict ? row.version : Number(version),
          ownerId: ownerId === '' ? null : ownerId,
          note,
          resolved,
          reason: resolutionReasons.find((one) => one === reason) ?? null,
          states: row.states,
        }),
      {
        failed: tExceptionWork('outcome.none'),
        lost: tExceptionWork('errors.connection'),
        done: tExceptionWork(
          resolved === isResolved ? 'toasts.saved' : resolved ? 'toasts.resolved' : 'toasts.reopened',
        ),
      },
    );
    if (saved === null) return false;
    form.reset();
    return true;
  };
  return {
    owners,
    form,
    isResolved,
    pending: form.isPending ? verb : null,
    /** A colleague's changes are newer than the draft, and the person has seen that. */
    isOutdated: hasConflict && String(row.version) !== version,
    save,
  };
}

export type ExceptionWorkState = ReturnType<typeof useExceptionWork>;
