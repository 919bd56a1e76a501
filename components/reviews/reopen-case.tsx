'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReviewDecision } from '#lib/messages/review-decision.ts';
import { tReviewProposal } from '#lib/messages/review-proposal.ts';
import { decideReopeningAction, reopenCaseAction } from '#lib/reviews/actions.ts';
import { describeMissingPeople } from '#lib/reviews/decisions/model.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { formatCase } from './case-labels.ts';
import { DeclinedReopening } from './declined-reopening.tsx';
import { PendingProposal } from './pending-proposal.tsx';

/** Reopens a decided case. A case that two people decided needs a proposal and its approval. */
export function ReopenCase({ view }: { view: CaseView }) {
  const { businessId, caseId, version, reopening, takesTwo } = view;
  const { act, isPending } = useAction(businessId, 'reviews', { about: formatCase(view.number) });
  const [reason, setReason] = useState('');
  const [comment, setComment] = useState('');
  const draft = useDraft({
    businessId,
    form: 'case-reopening',
    subject: caseId,
    values: { reason, comment },
    initial: { reason: '', comment: '' },
    fill: (fields) => {
      setReason(fields['reason'] ?? '');
      setComment(fields['comment'] ?? '');
    },
  });
  const missing = takesTwo ? describeMissingPeople(view.people.length) : null;
  if (reopening !== null)
    return (
      <PendingProposal
        kind="reopening"
        proposal={reopening}
        me={view.me}
        missing={missing}
        outdated={null}
        isPending={isPending}
        comment={comment}
        onComment={setComment}
        draft={draft}
        onAnswer={(answer, done) =>
          void act(() => decideReopeningAction({ businessId, caseId, version, answer, comment }), {
            failed: tReviewDecision('proposal.failed'),
            done,
          }).then((result) => result !== null && draft.sent())
        }
      />
    );
  return (
    <>
      {view.declinedReopening !== null && <DeclinedReopening declined={view.declinedReopening} />}
      {takesTwo && <p className="text-muted text-sm">{tReviewDecision('reopening.twoPeople')}</p>}
      {missing !== null && <Banner title={tReviewProposal('missingTitle')}>{missing}</Banner>}
      <TextArea
        label={tReviewDecision('reopening.reason')}
        value={reason}
        limit={5_000}
        onChange={(event) => setReason(event.target.value)}
      />
      <DraftNotice draft={draft} />
      <div>
        <Button
          isPending={isPending}
          isDisabled={reason.trim() === ''}
          onPress={() =>
            void act(() => reopenCaseAction({ businessId, caseId, version, reason }), {
              failed: tReviewDecision('reopening.failed'),
              done: ({ state }) =>
                tReviewDecision(state === 'open' ? 'reopening.reopened' : 'reopening.proposed'),
            }).then((result) => result !== null && draft.sent())
          }
        >
          {tReviewDecision(takesTwo ? 'reopening.propose' : 'reopening.reopen')}
        </Button>
      </div>
    </>
  );
}
