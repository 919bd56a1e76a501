'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tReset } from '#lib/messages/reset.ts';
import { resetPasswordAction } from '#lib/team/actions.ts';
import { resetForm } from '#lib/team/schema.ts';
import { PublicMessage } from './public-message.tsx';

/** Sets a new password by a one-time link. It opens no session: the person signs in afterwards. */
export function ResetForm({ token }: { token: string }) {
  const isHydrated = useHydrated();
  const [isPending, setPending] = useState(false);
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<{ title: string; detail: string } | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    setProblem(null);
    const parsed = resetForm.safeParse({ ...Object.fromEntries(new FormData(event.currentTarget)), token });
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    setPending(true);
    const result = await callAction(() => resetPasswordAction(parsed.data));
    setPending(false);
    if (result?.ok) return setDone(true);
    const [atPassword] = result?.fieldErrors['password'] ?? [];
    if (atPassword !== undefined) setError(atPassword);
    else
      setProblem(
        toActionErrorMessage(result, {
          failed: tReset('problem.failed'),
          lost: tReset('problem.connectionLost'),
        }),
      );
  }

  if (isDone)
    return (
      <PublicMessage
        title={tReset('done.title')}
        action={
          <LinkButton variant="primary" href="/sign-in">
            {tReset('done.signIn')}
          </LinkButton>
        }
      >
        <p>{tReset('done.detail')}</p>
      </PublicMessage>
    );
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <h1 className="font-semibold text-xl">{tReset('title')}</h1>
      <p className="text-muted">{tReset('detail')}</p>
      {problem && (
        <Banner tone="bad" title={problem.title}>
          <p>{problem.detail}</p>
        </Banner>
      )}
      <TextField
        label={tReset('password')}
        name="password"
        type="password"
        autoComplete="new-password"
        autoFocus
        maxLength={512}
        help={tReset('passwordHelp')}
        error={error}
      />
      <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isHydrated}>
        {tReset('submit')}
      </Button>
    </form>
  );
}
