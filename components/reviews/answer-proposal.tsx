'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReviewProposal } from '#lib/messages/review-proposal.ts';

/** Approves or declines a proposal, with a comment. Its author can only withdraw it. */
export function AnswerProposal<Approve extends 'approve' | 'confirm'>({
  approve,
  isOwn,
  isPending,
  limit,
  onAnswer,
  children,
}: {
  /** The server's name for an approval. */
  approve: Approve;
  isOwn: boolean;
  isPending: boolean;
  /** Most characters of a comment. */
  limit: number;
  onAnswer: (answer: { kind: Approve | 'decline' | 'withdraw'; comment: string; done: string }) => void;
  /** Shown above the buttons of a person who can approve. */
  children?: ReactNode;
}) {
  const [comment, setComment] = useState('');
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
      {isOwn ? (
        <>
          <Banner title={tReviewProposal('ownTitle')}>{tReviewProposal('ownNote')}</Banner>
          <div>
            <Button
              isPending={isPending}
              onPress={() => onAnswer({ kind: 'withdraw', comment, done: tReviewProposal('done.withdraw') })}
            >
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
              onPress={() => onAnswer({ kind: approve, comment, done: tReviewProposal('done.approve') })}
            >
              {tReviewProposal('approve')}
            </Button>
            <Button
              isPending={isPending}
              isDisabled={comment.trim() === ''}
              onPress={() => onAnswer({ kind: 'decline', comment, done: tReviewProposal('done.decline') })}
            >
              {tReviewProposal('decline')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
