'use client';

import type { ReactNode } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import type { DraftState } from '#components/drafts/use-draft.ts';
import { Banner } from '#components/ui/banner.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ApprovalBlock, ProposalAnswer } from '#lib/access/schema.ts';
import { tReviewDecision, tReviewProposal } from '#lib/messages/review-case.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Shows a reopening or a settings change that is pending approval, with the buttons to answer it. */
export function PendingProposal({
  kind,
  proposal,
  blocks,
  missing,
  outdated,
  isPending,
  comment,
  onComment,
  draft,
  onAnswer,
  children,
}: {
  kind: 'reopening' | 'settings';
  proposal: {
    readonly proposedBy: string;
    readonly proposedAt: Instant;
    readonly reason: string;
    readonly isMine: boolean;
  };
  /** Why this person can't approve it. */
  blocks: readonly ApprovalBlock[];
  /** Says which approver the business lacks; null when someone can approve. */
  missing: string | null;
  /** Says why the proposal can no longer be approved; null when it can. */
  outdated: string | null;
  isPending: boolean;
  comment: string;
  onComment: (comment: string) => void;
  /** Keeps the comment. */
  draft: DraftState;
  onAnswer: (answer: ProposalAnswer, done: string) => void;
  children?: ReactNode;
}) {
  const isOwn = proposal.isMine;
  const reply = (answer: ProposalAnswer) => onAnswer(answer, tReviewProposal(`done.${answer}`));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        {tReviewProposal.rich(`proposedBy.${kind}`, {
          person: proposal.proposedBy,
          name: (name) => <span className="font-medium">{name}</span>,
          time: () => <Time at={toUnixSeconds(proposal.proposedAt)} />,
        })}
      </p>
      {children}
      <p className="whitespace-pre-wrap break-words text-muted text-sm">
        {tReviewProposal('reason', { reason: proposal.reason })}
      </p>
      {missing !== null && <Banner title={tReviewDecision('noApproverTitle')}>{missing}</Banner>}
      {outdated !== null && <Banner title={tReviewProposal('outdatedTitle')}>{outdated}</Banner>}
      {isOwn ? (
        <p className="text-muted text-sm">{tReviewProposal('needsRole')}</p>
      ) : (
        <>
          <TextArea
            label={tReviewProposal('comment')}
            help={tReviewProposal('commentHelp')}
            value={comment}
            limit={5_000}
            onChange={(event) => onComment(event.target.value)}
          />
          <DraftNotice draft={draft} />
        </>
      )}
      <ProposalAnswers
        isMine={isOwn}
        blocks={blocks}
        isOutdated={outdated !== null}
        isPending={isPending}
        needsComment={comment.trim() === ''}
        onAnswer={reply}
      />
    </div>
  );
}
