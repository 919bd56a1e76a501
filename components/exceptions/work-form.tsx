'use client';

import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { longestNote } from '#lib/exceptions/model.ts';
import type { Work } from './use-work.ts';

type Given = { row: ExceptionRow; work: Work };

/** Whose it is, and what they found out. */
export function WorkFields({ row, work: { owners, ownerId, note, change } }: Given) {
  const gone = row.owner !== null && !owners.some(({ personId }) => personId === row.owner?.personId);
  return (
    <div className="flex flex-col gap-4">
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
  );
}

/** Why it was not saved, and what saving now would replace. */
export function WorkProblem({ row, work: { failure, isOvertaken } }: Given) {
  if (failure === null && !isOvertaken) return null;
  return (
    <div className="flex flex-col gap-2">
      {failure && (
        <Banner tone="bad" title={Object.values(failure.fieldErrors).flat()[0] ?? failure.message} />
      )}
      {isOvertaken && (
        <Banner tone="attention" title="Saving now replaces what they wrote">
          <p>{row.owner === null ? 'It is with nobody.' : `It is with ${row.owner.name}.`}</p>
          {row.note !== '' && (
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">Their note: {row.note}</p>
          )}
        </Banner>
      )}
    </div>
  );
}

/** Saves it as it is, or resolves it, or opens it again. */
export function WorkButtons({ work, onSaved }: { work: Work; onSaved?: () => void }) {
  const { pending, isResolved } = work;
  const save = async (resolved: boolean) => {
    if (await work.save(resolved)) onSaved?.();
  };
  return (
    <>
      <Button isPending={pending === 'save'} onPress={() => void save(isResolved)}>
        Save
      </Button>
      <Button variant="primary" isPending={pending === 'resolve'} onPress={() => void save(!isResolved)}>
        {isResolved ? 'Open again' : 'Resolve'}
      </Button>
    </>
  );
}
