'use client';

import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { decideFewerRolesAction } from '#lib/factors/actions.ts';
import type { FewerRolesProposal } from '#lib/factors/schema.ts';
import { tFactors } from '#lib/messages/factors.ts';
import { formatRole } from '#lib/values/roles.ts';
import { ProblemNote } from './problem-note.tsx';
import { useTeamAction } from './use-team-action.ts';

const done = {
  approve: tFactors('fewer.approved'),
  decline: tFactors('fewer.declined'),
  withdraw: tFactors('fewer.withdrawn'),
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
  const { changeId, from, to, reason, proposedBy, isOwn } = proposal;
  const removed = from
    .filter((role) => !to.includes(role))
    .map(formatRole)
    .join(', ');
  const answer = (given: Answer) =>
    void act(() => decideFewerRolesAction({ businessId, changeId, answer: given, comment }), {
      failed: tFactors('fewer.answerFailed'),
      done: () => done[given],
    });
  return (
    <Banner tone="attention" title={tFactors('fewer.title', { name: proposedBy })}>
      <div className="grid gap-2">
        <p>{tFactors('fewer.detail', { removed, reason })}</p>
        {isOwn ? (
          <p>{tFactors('fewer.waiting')}</p>
        ) : (
          <TextField
            label={tFactors('fewer.comment')}
            optional
            value={comment}
            maxLength={1_000}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
        <ProblemNote problem={problem} />
        <div className="flex flex-wrap gap-2">
          {isOwn ? (
            <Button size="sm" isPending={isPending} onPress={() => answer('withdraw')}>
              {tFactors('fewer.withdraw')}
            </Button>
          ) : (
            <>
              <Button size="sm" variant="primary" isPending={isPending} onPress={() => answer('approve')}>
                {tFactors('fewer.approve')}
              </Button>
              <Button size="sm" isDisabled={isPending} onPress={() => answer('decline')}>
                {tFactors('fewer.decline')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Banner>
  );
}
