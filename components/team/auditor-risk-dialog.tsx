'use client';

import { ReasonDialog } from '#components/forms/reason-form.tsx';
import { tTeamAuditors } from '#lib/messages/team.ts';
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
  return (
    <ReasonDialog
      isOpen
      onOpenChange={onClose}
      businessId={businessId}
      draft="auditor-risk"
      subject={personId}
      refresh
      action={(reason) => proposeAuditorRiskAction({ businessId, personId, reason })}
      messages={{ failed: tTeamAuditors('risk.failed'), done: tTeamAuditors('risk.done') }}
      title={tTeamAuditors('risk.title', { name })}
      label={tTeamAuditors('risk.reason')}
      limit={1_000}
      save={tTeamAuditors('risk.confirm')}
    >
      {tTeamAuditors('risk.detail', { name })}
    </ReasonDialog>
  );
}
