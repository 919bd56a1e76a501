'use client';

import type { ReactNode } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import type { DraftState } from '#components/drafts/use-draft.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { Time } from '#components/ui/time.tsx';
import { tReviewProposal } from '#lib/messages/review-proposal.ts';
import type { Person } from '#lib/reviews/schema/case.ts';
import type { proposalDecisions } from '#lib/reviews/settings/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

type Answer = (typeof proposalDecisions)[number];

/** Shows a reopening or a settings change that is pending approval, with the buttons to answer it. */
export function PendingProposal({
  kind,
  proposal,
  me,
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
  proposal: { readonly proposedBy: Person; readonly proposedAt: Instant; readonly reason: string };
  me: string;
  /** Says which approver the business lacks; null when someone can approve. */
  missing: string | null;
  /** Says why the proposal can no longer be approved; null when it can. */
  outdated: string | null;
  isPending: boolean;
  comment: string;
  onComment: (comment: string) => void;
  /** Keeps the comment. */
  draft: DraftState;
  onAnswer: (answer: Answer, done: string) => void;
  children?: ReactNode;
}) {
  const isOwn = proposal.proposedBy.personId === me;
  const reply = (answer: Answer) => onAnswer(answer, tReviewProposal(`done.${answer}`));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        {tReviewProposal.rich(`proposedBy.${kind}`, {
          person: proposal.proposedBy.name,
          name: (name) => <span className="font-medium">{name}</span>,
          time: () => <Time at={toUnixSeconds(proposal.proposedAt)} />,
        })}
      </p>
      {children}
      <p className="whitespace-pre-wrap break-words text-muted text-sm">
        {tReviewProposal('reason', { reason: proposal.reason })}
      </p>
      {missing !== null && <Banner title={tReviewProposal('missingTitle')}>{missing}</Banner>}
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
      <div className="flex flex-wrap gap-2">
        {isOwn ? (
          <Button isPending={isPending} onPress={() => reply('withdraw')}>
            {tReviewProposal('withdraw')}
          </Button>
        ) : (
          <>
            <Button
              variant="primary"
              isPending={isPending}
              isDisabled={outdated !== null}
              onPress={() => reply('approve')}
            >
              {tReviewProposal('approve')}
            </Button>
            <Button isPending={isPending} isDisabled={comment.trim() === ''} onPress={() => reply('decline')}>
              {tReviewProposal('decline')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
