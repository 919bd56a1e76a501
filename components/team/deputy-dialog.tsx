'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tTeamDeputies } from '#lib/messages/team.ts';
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
  const findName = (deputyId: string) =>
    candidates.find((candidate) => candidate.personId === deputyId)?.name ?? '';
  const { fields, field, draft, isPending, problem, submit } = useActionForm({
    businessId,
    draft: 'deputy',
    subject: personId,
    refresh: true,
    inForm: true,
    initial: { deputyId: '', firstDay: '', lastDay: '' },
    // A kept deputy may no longer be one of the candidates.
    adapt: (kept) => ({ ...kept, deputyId: findName(kept.deputyId) === '' ? '' : kept.deputyId }),
    action: (named) => nameDeputyAction({ businessId, personId, ...named }),
    messages: {
      failed: tTeamDeputies('failed'),
      done: (): string => tTeamDeputies('done', { deputy: findName(fields.deputyId), name }),
    },
    onDone: onClose,
  });
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
          onPress={() => void submit()}
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
            {...field('deputyId')}
            choices={[
              { value: '', label: tTeamDeputies('choose') },
              ...candidates.map((candidate) => ({ value: candidate.personId, label: candidate.name })),
            ]}
          />
          <div className="grid grid-cols-2 gap-3">
            {(['firstDay', 'lastDay'] as const).map((day) => (
              <TextField key={day} type="date" label={tTeamDeputies(day)} {...field(day)} />
            ))}
          </div>
          <p className="text-muted text-sm">
            {tTeamDeputies('daysHelp', { days: String(maximumDeputyDays) })}{' '}
            {tTeamDeputies('independence', { name })}
          </p>
          <DraftNotice draft={draft} />
        </div>
      )}
    </Dialog>
  );
}
