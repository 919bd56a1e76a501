'use client';

import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { decideFewerRolesAction } from '#lib/factors/actions.ts';
import type { FewerRolesProposal } from '#lib/factors/schema.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tTeamFactors } from '#lib/messages/team-factors.ts';
import { formatRole } from '#lib/values/roles.ts';
import { ProblemNote } from './problem-note.tsx';
import { useTeamAction } from './use-team-action.ts';

const done = {
  approve: tTeamFactors('fewer.approved'),
  decline: tTeamFactors('fewer.declined'),
  withdraw: tTeamFactors('fewer.withdrawn'),
} as const;
type Answer = keyof typeof done;

/** An open proposal that fewer roles need a second factor. Another owner answers it, and the proposer withdraws it. */
export function FewerRolesNote({
  businessId,
  proposal,
}: {
  businessId: string;
  proposal: FewerRolesProposal;
}) {
  const { act, isPending, problem } = useTeamAction();
  const [comment, setComment] = useState('');
  const { changeId, from, to, reason, proposedBy, isOwn, isIndependent } = proposal;
  const removed = from
    .filter((role) => !to.includes(role))
    .map(formatRole)
    .join(', ');
  const answer = (given: Answer) =>
    void act(() => decideFewerRolesAction({ businessId, changeId, answer: given, comment }), {
      failed: tTeamFactors('fewer.answerFailed'),
      done: () => done[given],
    });
  return (
    <Banner tone="attention" title={tTeamFactors('fewer.title', { name: proposedBy })}>
      <div className="grid gap-2">
        <p>{tTeamFactors('fewer.detail', { removed, reason })}</p>
        {isOwn ? (
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
        {!isOwn && !isIndependent && <p>{tAccess('proposal.dependent')}</p>}
        <ProblemNote problem={problem} />
        <div className="flex flex-wrap gap-2">
          {isOwn ? (
            <Button size="sm" isPending={isPending} onPress={() => answer('withdraw')}>
              {tTeamFactors('fewer.withdraw')}
            </Button>
          ) : (
            <>
              <Button
                size="sm"
                variant="primary"
                isPending={isPending}
                isDisabled={!isIndependent}
                onPress={() => answer('approve')}
              >
                {tTeamFactors('fewer.approve')}
              </Button>
              <Button size="sm" isDisabled={isPending} onPress={() => answer('decline')}>
                {tTeamFactors('fewer.decline')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Banner>
  );
}
