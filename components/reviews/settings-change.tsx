'use client';

import { useState } from 'react';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { tReviewSettings } from '#lib/messages/review-settings.ts';
import { decideDeskChangeAction } from '#lib/reviews/actions.ts';
import type { SettingsProposal } from '#lib/reviews/settings/schema.ts';
import { ChangedSettings } from './changed-settings.tsx';
import { PendingProposal } from './pending-proposal.tsx';

/** Shows a proposed change of the settings: old and new values side by side. */
export function SettingsChange({
  businessId,
  proposal,
  me,
  missing,
}: {
  businessId: string;
  proposal: SettingsProposal;
  me: string;
  missing: string | null;
}) {
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const { changeId, from, to, isOutdated } = proposal;
  const [comment, setComment] = useState('');
  const draft = useDraft({
    businessId,
    form: 'desk-settings-answer',
    subject: changeId,
    values: { comment },
    initial: { comment: '' },
    fill: (fields) => setComment(fields['comment'] ?? ''),
  });
  return (
    <PendingProposal
      kind="settings"
      proposal={proposal}
      me={me}
      missing={missing}
      outdated={isOutdated ? tReviewSettings('proposal.outdated') : null}
      isPending={isPending}
      comment={comment}
      onComment={setComment}
      draft={draft}
      onAnswer={(answer, done) =>
        void act(() => decideDeskChangeAction({ businessId, changeId, answer, comment }), {
          failed: tReviewSettings('proposal.failed'),
          done,
        }).then((result) => result !== null && draft.sent())
      }
    >
      <ChangedSettings from={from} to={to} />
    </PendingProposal>
  );
}
