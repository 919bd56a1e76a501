'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewDecision, tReviewProposal } from '#lib/messages/review-case.ts';
import { decideReopeningAction, reopenCaseAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import type { DeclinedReopening as Declined } from '#lib/reviews/cases/schema/reopening.ts';
import { describeMissingPeople } from '#lib/reviews/decisions/model.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatCase } from '../case-labels.ts';
import { PendingProposal } from './pending-proposal.tsx';

/** Says who declined the last proposal to reopen the case, and why. */
function DeclinedReopening({ declined }: { declined: Declined }) {
  const { proposal, declinedBy, declinedAt, comment } = declined;
  return (
    <Banner tone="attention" title={tReviewDecision('reopening.declined')}>
      <p className="text-muted text-xs">
        {tReviewDecision.rich('outcome.declinedBy', {
          person: declinedBy.name,
          proposer: proposal.proposedBy.name,
          time: () => <DateTime at={toUnixSeconds(declinedAt)} />,
        })}
      </p>
      <p className="whitespace-pre-wrap break-words">
        {tReviewProposal('reason', { reason: proposal.reason })}
      </p>
      {comment !== '' && (
        <p className="whitespace-pre-wrap break-words">{tReviewDecision('history.comment', { comment })}</p>
      )}
    </Banner>
  );
}

/** Reopens a decided case. A case that two people decided needs a proposal and its approval. */
export function ReopenCase({ view }: { view: CaseView }) {
  const { businessId, caseId, version, reopening, takesTwo } = view;
  const { fields, field, set, draft, isPending, send } = useDraftForm({
    businessId,
    kind: 'reviews',
    about: formatCase(view.number),
    draft: 'case-reopening',
    fields: ['reason'],
    subject: caseId,
    initial: { reason: '', comment: '' },
  });
  const { reason, comment } = fields;
  const missing = takesTwo ? describeMissingPeople(view.people.length) : null;
  if (reopening !== null)
    return (
      <PendingProposal
        kind="reopening"
        proposal={{
          ...reopening,
          proposedBy: reopening.proposedBy.name,
          isMine: reopening.proposedBy.personId === view.me,
        }}
        blocks={view.blocks}
        missing={missing}
        outdated={null}
        isPending={isPending}
        comment={comment}
        onComment={(typed) => set({ comment: typed })}
        draft={draft}
        onAnswer={(answer, done) =>
          void send(() => decideReopeningAction({ businessId, caseId, version, answer, comment }), {
            failed: tReviewDecision('proposal.failed'),
            done,
          })
        }
      />
    );
  return (
    <>
      {view.declinedReopening !== null && <DeclinedReopening declined={view.declinedReopening} />}
      {takesTwo && <p className="text-muted text-sm">{tReviewDecision('reopening.twoPeople')}</p>}
      {missing !== null && <Banner title={tReviewDecision('noApproverTitle')}>{missing}</Banner>}
      <TextArea label={tReviewDecision('reopening.reason')} limit={5_000} {...field('reason')} />
      <DraftNotice draft={draft} />
      <div>
        <Button
          isPending={isPending}
          isDisabled={reason.trim() === ''}
          onPress={() =>
            void send(() => reopenCaseAction({ businessId, caseId, version, reason }), {
              failed: tReviewDecision('reopening.failed'),
              done: ({ state }) =>
                tReviewDecision(state === 'open' ? 'reopening.reopened' : 'reopening.proposed'),
            })
          }
        >
          {tReviewDecision(takesTwo ? 'reopening.propose' : 'reopening.reopen')}
        </Button>
      </div>
    </>
  );
}
