'use client';

import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { answerProposalAction, reopenCaseAction } from '#lib/reviews/actions.ts';
import { decisionWords } from '#lib/reviews/model.ts';
import type { Seen } from '#lib/reviews/model-seen.ts';
import type { CaseDecision, CaseView } from '#lib/reviews/schema.ts';
import { ServiceIsNotTold } from './service-not-told.tsx';
import { useAct } from './use-act.ts';

/** Confirms what somebody else proposes, declines it, or takes back one's own. */
export function Answer({ view, proposal, seen }: { view: CaseView; proposal: CaseDecision; seen: Seen[] }) {
  const { businessId, caseId, version } = view;
  const { act, isPending } = useAct(businessId);
  const [comment, setComment] = useState('');
  const isOwn = proposal.proposedBy.personId === view.me;
  const answer = (how: 'confirm' | 'decline' | 'withdraw', done: string) =>
    void act(
      () =>
        answerProposalAction({
          businessId,
          caseId,
          version,
          answer: how,
          comment,
          seen,
        }),
      {
        failed: 'Nothing was changed',
        done,
      },
    );
  return (
    <>
      <p className="text-sm">
        <span className="font-medium">{proposal.proposedBy.name}</span> proposes:{' '}
        <span className="font-semibold">{decisionWords[proposal.kind].label}</span>
      </p>
      <p className="whitespace-pre-wrap break-words text-muted text-sm">{proposal.reason}</p>
      <TextArea
        label="Comment"
        optional={isOwn}
        help={isOwn ? undefined : 'Needed to decline.'}
        value={comment}
        limit={5_000}
        onChange={(event) => setComment(event.target.value)}
      />
      {isOwn ? (
        <>
          <Banner title="Somebody else has to confirm this">
            Nobody confirms their own proposal, an owner neither.
          </Banner>
          <div>
            <Button isPending={isPending} onPress={() => answer('withdraw', 'Taken back')}>
              Take the proposal back
            </Button>
          </div>
        </>
      ) : (
        <>
          <ServiceIsNotTold there={decisionWords[proposal.kind].there} />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" isPending={isPending} onPress={() => answer('confirm', 'Confirmed')}>
              Confirm
            </Button>
            <Button
              isPending={isPending}
              isDisabled={comment.trim() === ''}
              onPress={() => answer('decline', 'Declined')}
            >
              Decline
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** What stands, and what opens it again. */
export function Decided({ view, standing }: { view: CaseView; standing: CaseDecision }) {
  const { businessId, caseId, version } = view;
  const { act, isPending } = useAct(businessId);
  const [reason, setReason] = useState('');
  return (
    <>
      <p className="font-semibold text-base">{decisionWords[standing.kind].label}</p>
      <p className="text-muted text-sm">{decisionWords[standing.kind].means}</p>
      <ServiceIsNotTold there={decisionWords[standing.kind].there} />
      <TextArea
        label="Why open it again"
        value={reason}
        limit={5_000}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <Button
          isPending={isPending}
          isDisabled={reason.trim() === ''}
          onPress={() =>
            void act(() => reopenCaseAction({ businessId, caseId, version, reason }), {
              failed: 'Not opened',
              done: 'Opened again',
            })
          }
        >
          Open again
        </Button>
      </div>
    </>
  );
}
