'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tSignIn } from '#lib/messages/sign-in.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { requestSession } from './request-session.ts';

const readText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The sign-in form. It opens `destination`, one of our paths, and keeps the input after a refusal. */
export function SignInForm({ destination }: { destination: string }) {
  const isHydrated = useHydrated();
  const [isPending, setIsPending] = useState(false);
  const [failed, setFailed] = useState<Pick<Failure, 'message' | 'requestId'> | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    setIsPending(true);
    setFailed(null);
    const failure = await requestSession(readText(form, 'email'), readText(form, 'password'));
    // Loads a new document, so that no data of another person stays in memory.
    if (failure === null) return window.location.assign(destination);
    setFailed(failure);
    setIsPending(false);
  }

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <h1 className="font-semibold text-xl">{tSignIn('title')}</h1>
      {failed && (
        <Banner tone="bad" title={failed.message}>
          {failed.requestId !== '' && (
            <p className="text-xs">
              {tSignIn.rich('request', {
                id: () => <span className="font-mono">{failed.requestId}</span>,
              })}
            </p>
          )}
        </Banner>
      )}
      <TextField
        label={tSignIn('email')}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        required
        maxLength={320}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        label={tSignIn('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={512}
      />
      <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isHydrated}>
        {tSignIn('submit')}
      </Button>
      <p className="text-sm">
        <TextLink href="/reset">{tSignIn('forgotPassword')}</TextLink>
      </p>
    </form>
  );
}
