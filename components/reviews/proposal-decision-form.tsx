'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { Banner } from '#components/ui/banner.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { ApprovalBlock } from '#lib/access/schema.ts';
import { tReviewProposal } from '#lib/messages/review-proposal.ts';

/** Approves or declines a proposal, with a comment. Its author can only withdraw it. */
export function ProposalDecisionForm<Approve extends 'approve' | 'confirm'>({
  approve,
  place,
  isOwn,
  blocks,
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
  /** Why this person can't approve it. */
  blocks: readonly ApprovalBlock[];
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
      {isOwn ? <Banner title={tReviewProposal('ownTitle')}>{tReviewProposal('ownNote')}</Banner> : children}
      <ProposalAnswers
        isMine={isOwn}
        blocks={blocks}
        isPending={isPending}
        needsComment={comment.trim() === ''}
        onAnswer={(answer) =>
          send(answer === 'approve' ? approve : answer, tReviewProposal(`done.${answer}`))
        }
      />
    </>
  );
}
