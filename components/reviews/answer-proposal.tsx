'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';

const words = {
  confirm: { does: 'confirm', button: 'Confirm', done: 'Confirmed' },
  approve: { does: 'approve', button: 'Approve', done: 'Approved' },
} as const;

/** What another person says to a proposal, with a comment; whoever made it can only take it back. */
export function AnswerProposal<Agree extends keyof typeof words>({
  agree,
  isOwn,
  isPending,
  limit,
  onAnswer,
  children,
}: {
  /** What agreeing is called. */
  agree: Agree;
  isOwn: boolean;
  isPending: boolean;
  /** How long a comment may get. */
  limit: number;
  onAnswer: (answer: { how: Agree | 'decline' | 'withdraw'; comment: string; done: string }) => void;
  /** What the other person has to know before the buttons. */
  children?: ReactNode;
}) {
  const [comment, setComment] = useState('');
  const { does, button, done } = words[agree];
  return (
    <>
      <TextArea
        label="Comment"
        optional={isOwn}
        help={isOwn ? undefined : 'Needed to decline.'}
        value={comment}
        limit={limit}
        onChange={(event) => setComment(event.target.value)}
      />
      {isOwn ? (
        <>
          <Banner title={`Somebody else has to ${does} this`}>
            Nobody {does}s their own proposal, an owner neither.
          </Banner>
          <div>
            <Button
              isPending={isPending}
              onPress={() => onAnswer({ how: 'withdraw', comment, done: 'Taken back' })}
            >
              Take the proposal back
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
              onPress={() => onAnswer({ how: agree, comment, done })}
            >
              {button}
            </Button>
            <Button
              isPending={isPending}
              isDisabled={comment.trim() === ''}
              onPress={() => onAnswer({ how: 'decline', comment, done: 'Declined' })}
            >
              Decline
            </Button>
          </div>
        </>
      )}
    </>
  );
}
