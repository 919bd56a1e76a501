'use client';

import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { decideFewerRolesAction } from '#lib/factors/actions.ts';
import type { FewerRolesProposal } from '#lib/factors/schema.ts';
import { tTeamFactors } from '#lib/messages/team.ts';
import { formatRole } from '#lib/values/roles.ts';

const done = {
  approve: tTeamFactors('fewer.approved'),
  decline: tTeamFactors('fewer.declined'),
  withdraw: tTeamFactors('fewer.withdrawn'),
} as const;

/** An open proposal that fewer roles need a second factor. Another owner answers it, and the proposer withdraws it. */
export function FewerRolesNote({
  businessId,
  proposal,
}: {
  businessId: string;
  proposal: FewerRolesProposal;
}) {
  const { proposalId, before, after, reason, proposedBy, isMine, blocks } = proposal;
  const { fields, field, draft, isPending, problem, send } = useDraftForm({
    businessId,
    draft: 'required-roles-answer',
    subject: proposalId,
    refresh: true,
    inForm: true,
    initial: { comment: '' },
  });
  const removed = (before ?? [])
    .filter((role) => !after.includes(role))
    .map(formatRole)
    .join(', ');
  const answer = (given: ProposalAnswer) =>
    void send(
      () => decideFewerRolesAction({ businessId, proposalId, answer: given, comment: fields.comment }),
      {
        failed: tTeamFactors('fewer.answerFailed'),
        done: () => done[given],
      },
    );
  return (
    <Banner tone="attention" title={tTeamFactors('fewer.title', { name: proposedBy })}>
      <div className="grid gap-2">
        <p>{tTeamFactors('fewer.detail', { removed, reason })}</p>
        {isMine ? (
          <p>{tTeamFactors('fewer.waiting')}</p>
        ) : (
          <TextField label={tTeamFactors('fewer.comment')} optional limit={1_000} {...field('comment')} />
        )}
        <DraftNotice draft={draft} />
        <ProblemNote problem={problem} />
        <ProposalAnswers isMine={isMine} blocks={blocks} isPending={isPending} onAnswer={answer} />
      </div>
    </Banner>
  );
}
