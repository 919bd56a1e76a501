'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tTeamDeputies } from '#lib/messages/team-deputies.ts';
import { nameDeputyAction } from '#lib/team/actions.ts';
import { maximumDeputyDays } from '#lib/team/model.ts';
import type { DeputyCandidate, Member } from '#lib/team/schema.ts';

/** Names a deputy for an approver or an owner. */
export function DeputyDialog({
  businessId,
  member: { name, personId },
  candidates,
  onClose,
}: {
  businessId: string;
  member: Member;
  candidates: readonly DeputyCandidate[];
  onClose: () => void;
}) {
  const [deputyId, setDeputyId] = useState('');
  const [days, setDays] = useState({ firstDay: '', lastDay: '' });
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  const deputy = candidates.find((candidate) => candidate.personId === deputyId);
  async function confirm() {
    const named = await act(() => nameDeputyAction({ businessId, personId, deputyId, ...days }), {
      failed: tTeamDeputies('failed'),
      done: tTeamDeputies('done', { deputy: deputy?.name ?? '', name }),
    });
    if (named !== null) onClose();
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="sm"
      title={tTeamDeputies('title', { name })}
      problem={<ProblemNote problem={problem} />}
      footer={
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={candidates.length === 0}
          onPress={() => void confirm()}
        >
          {tTeamDeputies('confirm')}
        </Button>
      }
    >
      {candidates.length === 0 ? (
        <p className="text-muted text-sm">{tTeamDeputies('none')}</p>
      ) : (
        <div className="grid gap-3">
          <p className="text-muted text-sm">{tTeamDeputies('detail')}</p>
          <Select
            label={tTeamDeputies('deputy')}
            value={deputyId}
            choices={[
              { value: '', label: tTeamDeputies('choose') },
              ...candidates.map((candidate) => ({ value: candidate.personId, label: candidate.name })),
            ]}
            error={problem?.fieldErrors['deputyId']?.[0]}
            onChange={({ target }) => setDeputyId(target.value)}
          />
          <div className="grid grid-cols-2 gap-3">
            {(['firstDay', 'lastDay'] as const).map((day) => (
              <TextField
                key={day}
                type="date"
                label={tTeamDeputies(day)}
                error={problem?.fieldErrors[day]?.[0]}
                value={days[day]}
                onChange={({ target }) => setDays((present) => ({ ...present, [day]: target.value }))}
              />
            ))}
          </div>
          <p className="text-muted text-sm">
            {tTeamDeputies('daysHelp', { days: String(maximumDeputyDays) })}{' '}
            {tTeamDeputies('independence', { name })}
          </p>
        </div>
      )}
    </Dialog>
  );
}
