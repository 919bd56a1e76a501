'use client';

import type { ReactNode } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { Banner } from '#components/ui/banner.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { ApprovalBlock, ProposalAnswer } from '#lib/access/schema.ts';
import { tReviewProposal } from '#lib/messages/review-case.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

/** Approves or declines a proposal, with a comment. Its author can only withdraw it. */
export function ProposalDecisionForm<Approve extends 'approve' | 'confirm', Data>({
  approve,
  place,
  isOwn,
  blocks,
  limit,
  action,
  messages,
  onAnswered,
  children,
}: {
  /** The server's name for an approval. */
  approve: Approve;
  /** The place of the unsent comment. */
  place: { businessId: string; draft: 'case-answer' | 'rule-answer'; subject: string; about?: string };
  isOwn: boolean;
  /** Why this person can't approve it. */
  blocks: readonly ApprovalBlock[];
  /** Most characters of a comment. */
  limit: number;
  action: (answer: Approve | 'decline' | 'withdraw', comment: string) => Promise<ActionResult<Data>>;
  messages: { readonly failed: string; readonly detail?: (data: Data) => string | undefined };
  onAnswered?: (answer: ProposalAnswer) => void;
  /** Shown above the buttons of a person who can approve. */
  children?: ReactNode;
}) {
  const { fields, field, draft, isPending, send } = useDraftForm({
    ...place,
    kind: 'reviews',
    initial: { comment: '' },
  });
  const { comment } = fields;
  const reply = async (answer: ProposalAnswer) => {
    const answered = await send(() => action(answer === 'approve' ? approve : answer, comment), {
      failed: messages.failed,
      done: (data) => ({ title: tReviewProposal(`done.${answer}`), detail: messages.detail?.(data) }),
    });
    if (answered !== null) onAnswered?.(answer);
  };
  return (
    <>
      <TextArea
        label={tReviewProposal('comment')}
        optional={isOwn}
        help={isOwn ? undefined : tReviewProposal('commentHelp')}
        limit={limit}
        {...field('comment')}
      />
      <DraftNotice draft={draft} />
      {isOwn ? <Banner title={tReviewProposal('ownTitle')}>{tReviewProposal('ownNote')}</Banner> : children}
      <ProposalAnswers
        isMine={isOwn}
        blocks={blocks}
        isPending={isPending}
        needsComment={comment.trim() === ''}
        onAnswer={(answer) => void reply(answer)}
      />
    </>
  );
}
