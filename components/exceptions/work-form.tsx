'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { MentionArea } from '#components/mentions/mention-area.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import type { SelectProps } from '#components/ui/select.tsx';
import { Select } from '#components/ui/select.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { maximumNoteLength } from '#lib/exceptions/model.ts';
import { tExceptionWork, tResolutionReasons } from '#lib/messages/exceptions.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import type { ExceptionWorkState } from './use-exception-work.ts';

type WorkProps = { businessId: string; row: ExceptionRow; work: ExceptionWorkState };

/** Fields for the assignee and the note. */
export function WorkFields({ businessId, row, work }: WorkProps) {
  const { owners, form, save, pending, isResolved } = work;
  const note = form.field('note');
  // A colleague who left finance keeps the exception until it is assigned again.
  const isFormerAssignee =
    row.owner !== null && !owners.some(({ personId }) => personId === row.owner?.personId);
  return (
    <div className="flex flex-col gap-4">
      <Select
        {...form.field('ownerId')}
        label={tExceptionWork('fields.assignee')}
        choices={[
          { value: '', label: tExceptionWork('fields.unassigned') },
          ...(isFormerAssignee && row.owner ? [{ value: row.owner.personId, label: row.owner.name }] : []),
          ...owners.map(({ personId, name: label }) => ({ value: personId, label })),
        ]}
      />
      <ReasonField {...form.field('reason')} />
      <MentionArea
        businessId={businessId}
        about="record"
        label={tExceptionWork('fields.note')}
        optional
        help={tExceptionWork('fields.noteHelp')}
        text={note.value}
        limit={maximumNoteLength}
        onText={(text) => form.set({ note: text })}
        onSave={() => {
          if (pending === null) void save(isResolved);
        }}
      />
      <DraftNotice draft={form.draft} />
    </div>
  );
}

/** Selects why an exception is resolved. */
export function ReasonField(field: Pick<SelectProps, 'value' | 'error' | 'onChange'>) {
  return (
    <Select
      {...field}
      name="reason"
      label={tResolutionReasons('label')}
      choices={[
        { value: '', label: tExceptionWork('fields.noReason') },
        ...resolutionReasons.map((value) => ({ value, label: tResolutionReasons(`reasons.${value}`) })),
      ]}
    />
  );
}

/** Shows why saving failed, and the newer changes that saving now would replace. */
export function WorkProblem({ row, work: { form, isOutdated } }: Omit<WorkProps, 'businessId'>) {
  const { problem } = form;
  // A missing reason is named at its field.
  if (problem === null || form.errors['reason'] !== undefined) return null;
  return (
    <div className="flex flex-col gap-2">
      <Banner tone="bad" title={problem.detail} />
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
