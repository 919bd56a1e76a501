'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReviewProposal } from '#lib/messages/review-proposal.ts';

/** Approves or declines a proposal, with a comment. Its author can only withdraw it. */
export function ProposalDecisionForm<Approve extends 'approve' | 'confirm'>({
  approve,
  place,
  isOwn,
  isPending,
  limit,
  onAnswer,
  children,
}: {
  /** The server's name for an approval. */
  approve: Approve;
  /** The place of the unsent comment. */
  place: { businessId: string; form: 'case-answer' | 'rule-answer'; subject: string };
  isOwn: boolean;
  isPending: boolean;
  /** Most characters of a comment. */
  limit: number;
  /** Resolves to true once the answer is stored. */
  onAnswer: (answer: {
    kind: Approve | 'decline' | 'withdraw';
    comment: string;
    done: string;
  }) => Promise<boolean>;
  /** Shown above the buttons of a person who can approve. */
  children?: ReactNode;
}) {
  const [comment, setComment] = useState('');
  const draft = useDraft({
    ...place,
    values: { comment },
    initial: { comment: '' },
    fill: (fields) => setComment(fields['comment'] ?? ''),
  });
  const send = (kind: Approve | 'decline' | 'withdraw', done: string) =>
    void onAnswer({ kind, comment, done }).then((isStored) => isStored && draft.sent());
  return (
    <>
      <TextArea
        label={tReviewProposal('comment')}
        optional={isOwn}
        help={isOwn ? undefined : tReviewProposal('commentHelp')}
        value={comment}
        limit={limit}
        onChange={(event) => setComment(event.target.value)}
      />
      <DraftNotice draft={draft} />
      {isOwn ? (
        <>
          <Banner title={tReviewProposal('ownTitle')}>{tReviewProposal('ownNote')}</Banner>
          <div>
            <Button isPending={isPending} onPress={() => send('withdraw', tReviewProposal('done.withdraw'))}>
              {tReviewProposal('withdraw')}
            </Button>
          </div>
        </>
      ) : (
        <>
          {children}
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              isPending={isPending}
              onPress={() => send(approve, tReviewProposal('done.approve'))}
            >
              {tReviewProposal('approve')}
            </Button>
            <Button
              isPending={isPending}
              isDisabled={comment.trim() === ''}
              onPress={() => send('decline', tReviewProposal('done.decline'))}
            >
              {tReviewProposal('decline')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
