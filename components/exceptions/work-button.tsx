'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { toast } from '#components/ui/toast.tsx';
import { workExceptionAction } from '#lib/exceptions/actions.ts';
import type { Colleague, ExceptionRow } from '#lib/exceptions/model.ts';
import { longestNote } from '#lib/exceptions/model.ts';
import type { Failure } from '#lib/values/action-result.ts';

type Draft = { readonly ownerId: string; readonly note: string; readonly version: number };

/**
 * Owner, note, resolved: what is done about one exception. What was typed stays when it can't be saved, and when the
 * window is closed over it.
 */
export function WorkButton({
  businessId,
  row,
  owners,
}: {
  businessId: string;
  row: ExceptionRow;
  owners: readonly Colleague[];
}) {
  const queries = useQueryClient();
  const seen: Draft = { ownerId: row.owner?.personId ?? '', note: row.note, version: row.version };
  const [draft, setDraft] = useState<Draft | null>(null);
  const [failure, setFailure] = useState<Pick<Failure, 'message' | 'fieldErrors'> | null>(null);
  /** Whether they were told that somebody else has worked on it since: saving goes on from there. */
  const [isTold, setTold] = useState(false);
  const [pending, setPending] = useState<'save' | 'resolve' | null>(null);
  const name = row.clientPaymentId ?? row.subjectId;
  const { ownerId, note, version } = draft ?? seen;
  const change = (next: Partial<Draft>) => setDraft({ ownerId, note, version, ...next });
  const isResolved = row.resolvedAt !== null;
  const save = async (resolved: boolean, close: () => void) => {
    setPending(resolved === isResolved ? 'save' : 'resolve');
    setFailure(null);
    const result = await workExceptionAction({
      businessId,
      kind: row.kind,
      subjectId: row.subjectId,
      version: isTold ? row.version : version,
      ownerId: ownerId === '' ? null : ownerId,
      note,
      resolved,
    }).catch(() => null);
    await queries.invalidateQueries({ queryKey: ['b', businessId, 'exceptions'] });
    setPending(null);
    if (!result?.ok) {
      setTold(result?.code === 'conflict');
      setFailure(result ?? { message: 'The connection was lost. Try again.', fieldErrors: {} });
      return;
    }
    setDraft(null);
    setTold(false);
    toast.good(resolved === isResolved ? 'Saved' : resolved ? 'Resolved' : 'Opened again');
    close();
  };
  const gone = row.owner !== null && !owners.some(({ personId }) => personId === row.owner?.personId);
  return (
    <Dialog
      title={name}
      description="What is done about this."
      size="sm"
      trigger={
        <Button size="sm" aria-label={isResolved ? `Reopen ${name}` : `Handle ${name}`}>
          {isResolved ? 'Reopen' : 'Handle'}
        </Button>
      }
      onOpenChange={(isOpen) => {
        if (isOpen && draft === null) setDraft(seen);
        if (!isOpen && note === row.note && ownerId === seen.ownerId) setDraft(null);
        setFailure(null);
        setTold(false);
      }}
      footer={(close) => (
        <>
          <Button isPending={pending === 'save'} onPress={() => void save(isResolved, close)}>
            Save
          </Button>
          <Button
            variant="primary"
            isPending={pending === 'resolve'}
            onPress={() => void save(!isResolved, close)}
          >
            {isResolved ? 'Open again' : 'Resolve'}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        {failure && (
          <Banner tone="bad" title={Object.values(failure.fieldErrors).flat()[0] ?? failure.message} />
        )}
        {isTold && row.version !== version && (
          <Banner tone="attention" title="Saving now replaces what they wrote">
            <p>{row.owner === null ? 'It is with nobody.' : `It is with ${row.owner.name}.`}</p>
            {row.note !== '' && <p className="whitespace-pre-wrap break-words">Their note: {row.note}</p>}
          </Banner>
        )}
        <Select
          label="Owner"
          value={ownerId}
          onChange={(event) => change({ ownerId: event.target.value })}
          choices={[
            { value: '', label: 'Nobody' },
            ...(gone && row.owner ? [{ value: row.owner.personId, label: row.owner.name }] : []),
            ...owners.map(({ personId, name: label }) => ({ value: personId, label })),
          ]}
        />
        <TextArea
          label="Note"
          optional
          help="What you found out. Your colleagues see it."
          value={note}
          limit={longestNote}
          onChange={(event) => change({ note: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
