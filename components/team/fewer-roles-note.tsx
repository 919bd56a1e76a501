'use client';

import { useState } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { decideFewerRolesAction } from '#lib/factors/actions.ts';
import type { FewerRolesProposal } from '#lib/factors/schema.ts';
import { tTeamFactors } from '#lib/messages/team-factors.ts';
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
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  const [comment, setComment] = useState('');
  const { proposalId, before, after, reason, proposedBy, isMine, blocks } = proposal;
  const removed = (before ?? [])
    .filter((role) => !after.includes(role))
    .map(formatRole)
    .join(', ');
  const answer = (given: ProposalAnswer) =>
    void act(() => decideFewerRolesAction({ businessId, proposalId, answer: given, comment }), {
      failed: tTeamFactors('fewer.answerFailed'),
      done: () => done[given],
    });
  return (
    <Banner tone="attention" title={tTeamFactors('fewer.title', { name: proposedBy })}>
      <div className="grid gap-2">
        <p>{tTeamFactors('fewer.detail', { removed, reason })}</p>
        {isMine ? (
          <p>{tTeamFactors('fewer.waiting')}</p>
        ) : (
          <TextField
            label={tTeamFactors('fewer.comment')}
            optional
            value={comment}
            maxLength={1_000}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
        <ProblemNote problem={problem} />
        <ProposalAnswers isMine={isMine} blocks={blocks} isPending={isPending} onAnswer={answer} />
      </div>
    </Banner>
  );
}
