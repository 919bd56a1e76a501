'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Person } from '#lib/reviews/schema/case.ts';
import type { controlAnswers } from '#lib/reviews/settings/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { inSeconds } from '#lib/values/instant.ts';

type Answer = (typeof controlAnswers)[number];
const done = { approve: 'Approved', decline: 'Declined', withdraw: 'Withdrawn' } as const;

/** A proposal that waits for a second person, with who proposed it, why, and the buttons to answer it. */
export function ControlProposal({
  what,
  proposal,
  me,
  missing,
  outdated,
  isPending,
  onAnswer,
  children,
}: {
  /** What is proposed, as the continuation of "… proposed". */
  what: string;
  proposal: { readonly proposedBy: Person; readonly proposedAt: Instant; readonly reason: string };
  me: string;
  /** Who is missing to approve it; null where nobody is. */
  missing: string | null;
  /** Why it can't be approved any more; null where it can. */
  outdated: string | null;
  isPending: boolean;
  onAnswer: (answer: Answer, comment: string, done: string) => void;
  children?: ReactNode;
}) {
  const [comment, setComment] = useState('');
  const isOwn = proposal.proposedBy.personId === me;
  const reply = (answer: Answer) => onAnswer(answer, comment, done[answer]);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        <span className="font-medium">{proposal.proposedBy.name}</span> proposed {what}{' '}
        <Time at={inSeconds(proposal.proposedAt)} />.
      </p>
      {children}
      <p className="whitespace-pre-wrap break-words text-muted text-sm">{proposal.reason}</p>
      {missing !== null && <Banner title="A second person is missing">{missing}</Banner>}
      {outdated !== null && <Banner title="This proposal is outdated">{outdated}</Banner>}
      {isOwn ? (
        <p className="text-muted text-sm">
          Another person with the role Owner or Compliance has to approve it.
        </p>
      ) : (
        <TextArea
          label="Comment"
          help="Required to decline."
          value={comment}
          limit={5_000}
          onChange={(event) => setComment(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isOwn ? (
          <Button isPending={isPending} onPress={() => reply('withdraw')}>
            Withdraw proposal
          </Button>
        ) : (
          <>
            <Button
              variant="primary"
              isPending={isPending}
              isDisabled={outdated !== null}
              onPress={() => reply('approve')}
            >
              Approve
            </Button>
            <Button isPending={isPending} isDisabled={comment.trim() === ''} onPress={() => reply('decline')}>
              Decline
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
