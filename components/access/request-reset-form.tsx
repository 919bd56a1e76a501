'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tReset } from '#lib/messages/reset.ts';
import { requestPasswordResetAction } from '#lib/team/actions.ts';
import { requestResetForm } from '#lib/team/schema.ts';
import { PublicMessage } from './public-message.tsx';

/** Asks for a link for a new password by mail. The answer is the same for every address. */
export function RequestResetForm() {
  const isHydrated = useHydrated();
  const [isPending, setPending] = useState(false);
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<{ title: string; detail: string } | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    setProblem(null);
    const parsed = requestResetForm.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    setPending(true);
    const result = await callAction(() => requestPasswordResetAction(parsed.data));
    setPending(false);
    if (result?.ok) setDone(true);
    else setProblem(toActionErrorMessage(result, { failed: tReset('request.failed') }));
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
      {problem && (
        <Banner tone="bad" title={problem.title}>
          <p>{problem.detail}</p>
        </Banner>
      )}
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
