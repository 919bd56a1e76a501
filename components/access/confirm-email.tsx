'use client';

import { useState } from 'react';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tEmailChange } from '#lib/messages/email-change.ts';
import { confirmEmailChangeAction } from '#lib/people/actions.ts';
import { PublicMessage } from './public-message.tsx';

/** Confirms a new address. Opening the page changes nothing, because mail scanners open links too. */
export function ConfirmEmail({ token, email }: { token: string; email: string }) {
  const isHydrated = useHydrated();
  const [isPending, setPending] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<{ title: string; detail: string } | null>(null);
  const confirm = async () => {
    setPending(true);
    setProblem(null);
    const result = await callAction(() => confirmEmailChangeAction({ token }));
    setPending(false);
    if (result?.ok) setDone(true);
    else setProblem(toActionErrorMessage(result, { failed: tEmailChange('failed') }));
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
      {problem && (
        <Banner tone="bad" title={problem.title}>
          <p>{problem.detail}</p>
        </Banner>
      )}
    </PublicMessage>
  );
}
