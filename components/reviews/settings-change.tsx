'use client';

import { useState } from 'react';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { tReviewSettings } from '#lib/messages/review-settings.ts';
import { decideDeskChangeAction } from '#lib/reviews/actions.ts';
import type { Settings } from '#lib/reviews/settings/model.ts';
import type { SettingsProposal } from '#lib/reviews/settings/schema.ts';
import { ControlProposal } from './control-proposal.tsx';

const rows: readonly { readonly label: string; readonly format: (settings: Settings) => string }[] = [
  {
    label: tReviewSettings('settings.secondFrom'),
    format: ({ secondFromEur }) => tReviewSettings('settings.amount', { amount: secondFromEur }),
  },
  {
    label: tReviewSettings('settings.dueAfter'),
    format: ({ dueHours }) => tReviewSettings('settings.hours', { hours: dueHours }),
  },
  {
    label: tReviewSettings('settings.riskScoreFrom'),
    format: ({ riskScoreFrom }) => riskScoreFrom ?? tReviewSettings('settings.off'),
  },
];

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
  const changed = rows.filter(({ format }) => format(from) !== format(to));
  return (
    <ControlProposal
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
      <DescriptionList>
        {changed.map(({ label, format }) => (
          <Fact key={label} label={label}>
            {tReviewSettings('settings.change', { before: format(from), after: format(to) })}
          </Fact>
        ))}
      </DescriptionList>
    </ControlProposal>
  );
}
