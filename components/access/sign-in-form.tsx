'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-is-awake.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { requestSession } from './request-session.ts';

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Email and password; goes on to `destination`, a path of ours. What was typed stays when it is refused. */
export function SignInForm({ destination }: { destination: string }) {
  const isAwake = useHydrated();
  const [isPending, setIsPending] = useState(false);
  const [failed, setFailed] = useState<Pick<Failure, 'message' | 'requestId'> | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    setIsPending(true);
    setFailed(null);
    const failure = await requestSession(text(form, 'email'), text(form, 'password'));
    // A whole new page: nothing that was fetched for someone else stays.
    if (failure === null) return window.location.assign(destination);
    setFailed(failure);
    setIsPending(false);
  }

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <h1 className="font-semibold text-xl">Sign in</h1>
      {failed && (
        <Banner tone="bad" title={failed.message}>
          {failed.requestId !== '' && (
            <p className="text-xs">
              Request <span className="font-mono">{failed.requestId}</span>
            </p>
          )}
        </Banner>
      )}
      <TextField
        label="Email"
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
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={512}
      />
      <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isAwake}>
        Sign in
      </Button>
    </form>
  );
}
