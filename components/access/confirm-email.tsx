'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useActionCall } from '#components/query/use-action-call.ts';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tEmailChange } from '#lib/messages/access.ts';
import { confirmEmailChangeAction } from '#lib/people/actions.ts';
import { PublicMessage } from './public-message.tsx';

/** Confirms a new address. Opening the page changes nothing, because mail scanners open links too. */
export function ConfirmEmail({ token, email }: { token: string; email: string }) {
  const isHydrated = useHydrated();
  const { call, isPending, problem } = useActionCall();
  const [isDone, setDone] = useState(false);
  const confirm = async () => {
    const confirmed = await call(() => confirmEmailChangeAction({ token }), {
      failed: tEmailChange('failed'),
    });
    if (confirmed !== null) setDone(true);
  };
  if (isDone)
    return (
      <PublicMessage
        title={tEmailChange('done.title')}
        action={
          // The session stays open. Without one, this address opens the sign-in page.
          <LinkButton variant="primary" href="/">
            {tEmailChange('done.open')}
          </LinkButton>
        }
      >
        <p className="break-words">{tEmailChange('done.detail', { email })}</p>
      </PublicMessage>
    );
  return (
    <PublicMessage
      title={tEmailChange('confirm.title')}
      action={
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={!isHydrated}
          onPress={() => void confirm()}
        >
          {tEmailChange('confirm.submit')}
        </Button>
      }
    >
      <p className="break-words">{tEmailChange('confirm.detail', { email })}</p>
      <ProblemNote problem={problem} />
    </PublicMessage>
  );
}
