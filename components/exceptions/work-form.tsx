'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { MentionArea } from '#components/mentions/mention-area.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { maximumNoteLength } from '#lib/exceptions/model.ts';
import { tExceptionWork } from '#lib/messages/exception-work.ts';
import { tResolutionReasons } from '#lib/messages/resolution-reasons.ts';
import type { ResolutionReason } from '#lib/payments/schema/exception-work.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import type { ExceptionWorkState } from './use-exception-work.ts';

type WorkProps = { businessId: string; row: ExceptionRow; work: ExceptionWorkState };

/** Fields for the assignee and the note. */
export function WorkFields({ businessId, row, work }: WorkProps) {
  const { owners, ownerId, note, reason, change, save, pending, isResolved } = work;
  // A colleague who left finance keeps the exception until it is assigned again.
  const isFormerAssignee =
    row.owner !== null && !owners.some(({ personId }) => personId === row.owner?.personId);
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={tExceptionWork('fields.assignee')}
        value={ownerId}
        onChange={(event) => change({ ownerId: event.target.value })}
        choices={[
          { value: '', label: tExceptionWork('fields.unassigned') },
          ...(isFormerAssignee && row.owner ? [{ value: row.owner.personId, label: row.owner.name }] : []),
          ...owners.map(({ personId, name: label }) => ({ value: personId, label })),
        ]}
      />
      <ReasonField reason={reason} onChange={(next) => change({ reason: next })} />
      <MentionArea
        businessId={businessId}
        about="record"
        label={tExceptionWork('fields.note')}
        optional
        help={tExceptionWork('fields.noteHelp')}
        text={note}
        limit={maximumNoteLength}
        onText={(next) => change({ note: next })}
        onSave={() => {
          if (pending === null) void save(isResolved);
        }}
      />
      <KeptWork key={row.subjectId} businessId={businessId} row={row} work={work} />
    </div>
  );
}

/** Keeps the unsaved input on the server, and says when it was restored. */
function KeptWork({ businessId, row, work: { kept, untouched, restore } }: WorkProps) {
  const draft = useDraft({
    businessId,
    form: 'exception-work',
    subject: row.subjectId,
    values: kept,
    initial: untouched,
    fill: restore,
  });
  return <DraftNotice draft={draft} />;
}

/** Selects why an exception is resolved. */
export function ReasonField({
  reason,
  onChange,
}: {
  reason: ResolutionReason | '';
  onChange: (reason: ResolutionReason | '') => void;
}) {
  return (
    <Select
      name="reason"
      label={tResolutionReasons('label')}
      value={reason}
      onChange={(event) => onChange(resolutionReasons.find((one) => one === event.target.value) ?? '')}
      choices={[
        { value: '', label: tExceptionWork('fields.noReason') },
        ...resolutionReasons.map((value) => ({ value, label: tResolutionReasons(`reasons.${value}`) })),
      ]}
    />
  );
}

/** Shows why saving failed, and the newer changes that saving now would replace. */
export function WorkProblem({ row, work: { failure, isOutdated } }: Omit<WorkProps, 'businessId'>) {
  if (failure === null && !isOutdated) return null;
  return (
    <div className="flex flex-col gap-2">
      {failure && (
        <Banner tone="bad" title={Object.values(failure.fieldErrors).flat()[0] ?? failure.message} />
      )}
      {isOutdated && (
        <Banner tone="attention" title={tExceptionWork('conflict.title')}>
          <p>
            {row.owner === null
              ? tExceptionWork('conflict.unassigned')
              : tExceptionWork('conflict.assignedTo', { name: row.owner.name })}
          </p>
          {row.note !== '' && (
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {tExceptionWork('conflict.note', { note: row.note })}
            </p>
          )}
        </Banner>
      )}
    </div>
  );
}

/** Buttons that save, resolve and reopen. */
export function WorkButtons({ work, onSaved }: { work: ExceptionWorkState; onSaved?: () => void }) {
  const { pending, isResolved } = work;
  const save = async (resolved: boolean) => {
    if (await work.save(resolved)) onSaved?.();
  };
  return (
    <>
      <Button isPending={pending === 'save'} onPress={() => void save(isResolved)}>
        {tExceptionWork('actions.save')}
      </Button>
      <Button variant="primary" isPending={pending === 'resolve'} onPress={() => void save(!isResolved)}>
        {tExceptionWork(isResolved ? 'actions.reopen' : 'actions.resolve')}
      </Button>
    </>
  );
}
