'use client';

import type { FormEvent } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tSignIn } from '#lib/messages/access.ts';
import type { Refusal } from './request-session.ts';
import { requestSession, requestSingleSignOn } from './request-session.ts';
import { useSignInStep } from './use-sign-in-step.ts';

const readText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Returns the page of the second step, which continues to the destination, or the destination itself. */
const toNextPage = (next: string, destination: string): string =>
  next === '' ? destination : `${next}?callbackUrl=${encodeURIComponent(destination)}`;

/**
 * The sign-in form. It opens `destination`, one of our paths, and keeps the input after a refusal. `singleSignOn` is the
 * name of the provider, or null without one.
 */
export function SignInForm({
  destination,
  singleSignOn,
}: {
  destination: string;
  singleSignOn: string | null;
}) {
  const isHydrated = useHydrated();
  const { take, isPending, refusal: failed } = useSignInStep<Refusal>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void take(async () => {
      const { refusal, next } = await requestSession(readText(form, 'email'), readText(form, 'password'));
      return { refusal, next: toNextPage(next, destination) };
    });
  }

  /** The provider's address is opened by a script, because form-action of the page's policy allows only our own. */
  const continueAtProvider = () =>
    take(async () => {
      const answer = await requestSingleSignOn(destination);
      return 'url' in answer ? { refusal: null, next: answer.url } : { refusal: answer, next: '' };
    });

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
      {singleSignOn !== null && (
        <div className="border-line border-t pt-4">
          <Button
            className="w-full"
            isPending={isPending}
            isDisabled={!isHydrated}
            onPress={() => void continueAtProvider()}
          >
            {tSignIn('singleSignOn.continue', { name: singleSignOn })}
          </Button>
        </div>
      )}
    </form>
  );
}
