'use client';

import { useDraftForm } from '#components/forms/use-action-form.ts';
import { tReviewSettings } from '#lib/messages/reviews.ts';
import { decideDeskChangeAction } from '#lib/reviews/actions.ts';
import type { SettingsProposal } from '#lib/reviews/settings/schema.ts';
import { PendingProposal } from '../decisions/pending-proposal.tsx';
import { ChangedSettings } from './changed-settings.tsx';

/** Shows a proposed change of the settings: old and new values side by side. */
export function SettingsChange({
  businessId,
  proposal,
  missing,
}: {
  businessId: string;
  proposal: SettingsProposal;
  missing: string | null;
}) {
  const { proposalId, before, after, blocks, isOutdated } = proposal;
  const { fields, set, draft, isPending, send } = useDraftForm({
    businessId,
    kind: 'reviews',
    refresh: true,
    draft: 'desk-settings-answer',
    fields: [],
    subject: proposalId,
    initial: { comment: '' },
  });
  const { comment } = fields;
  return (
    <PendingProposal
      kind="settings"
      proposal={proposal}
      blocks={blocks}
      missing={missing}
      outdated={isOutdated ? tReviewSettings('proposal.outdated') : null}
      isPending={isPending}
      comment={comment}
      onComment={(typed) => set({ comment: typed })}
      draft={draft}
      onAnswer={(answer, done) =>
        void send(() => decideDeskChangeAction({ businessId, proposalId, answer, comment }), {
          failed: tReviewSettings('proposal.failed'),
          done,
        })
      }
    >
      {before !== null && <ChangedSettings from={before} to={after} />}
    </PendingProposal>
  );
}
