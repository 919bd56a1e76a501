'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useActionCall } from '#components/query/use-action-call.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tReset } from '#lib/messages/access.ts';
import { requestPasswordResetAction } from '#lib/team/actions.ts';
import { requestResetForm } from '#lib/team/schema.ts';
import { PublicMessage } from './public-message.tsx';

/** Asks for a link for a new password by mail. The answer is the same for every address. */
export function RequestResetForm() {
  const isHydrated = useHydrated();
  const { call, isPending, problem, clear } = useActionCall();
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    clear();
    const parsed = requestResetForm.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    const sent = await call(() => requestPasswordResetAction(parsed.data), {
      failed: tReset('request.failed'),
    });
    if (sent !== null) setDone(true);
  }

  const back = <TextLink href="/sign-in">{tReset('request.back')}</TextLink>;
  if (isDone)
    return (
      <PublicMessage title={tReset('request.done.title')} action={back}>
        <p>{tReset('request.done.detail')}</p>
      </PublicMessage>
    );
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <h1 className="font-semibold text-xl">{tReset('request.title')}</h1>
      <p className="text-muted">{tReset('request.detail')}</p>
      <ProblemNote problem={problem} />
      <TextField
        label={tReset('request.email')}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        maxLength={320}
        spellCheck={false}
        autoCapitalize="none"
        error={error}
      />
      <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isHydrated}>
        {tReset('request.submit')}
      </Button>
      <p className="text-sm">{back}</p>
    </form>
  );
}
