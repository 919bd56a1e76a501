'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tTeamAuditors } from '#lib/messages/team-deputies.ts';
import { proposeAuditorRiskAction } from '#lib/team/actions.ts';
import type { Member } from '#lib/team/schema.ts';

/** Proposes risk detail for an auditor. */
export function AuditorRiskDialog({
  businessId,
  member: { name, personId },
  onClose,
}: {
  businessId: string;
  member: Member;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  async function propose() {
    const proposed = await act(() => proposeAuditorRiskAction({ businessId, personId, reason }), {
      failed: tTeamAuditors('risk.failed'),
      done: tTeamAuditors('risk.done'),
    });
    if (proposed !== null) onClose();
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="sm"
      title={tTeamAuditors('risk.title', { name })}
      problem={<ProblemNote problem={problem} />}
      footer={
        <Button variant="primary" isPending={isPending} onPress={() => void propose()}>
          {tTeamAuditors('risk.confirm')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-muted text-sm">{tTeamAuditors('risk.detail', { name })}</p>
        <TextArea
          label={tTeamAuditors('risk.reason')}
          limit={1_000}
          maxLength={1_000}
          error={problem?.fieldErrors['reason']?.[0]}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </Dialog>
  );
}
