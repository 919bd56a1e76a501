'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useActionCall } from '#components/query/use-action-call.ts';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tReset } from '#lib/messages/access.ts';
import { resetPasswordAction } from '#lib/team/actions.ts';
import { resetForm } from '#lib/team/schema.ts';
import { PublicMessage } from './public-message.tsx';

/** Sets a new password by a one-time link. It opens no session: the person signs in afterwards. */
export function ResetForm({ token }: { token: string }) {
  const isHydrated = useHydrated();
  const { call, isPending, problem, errors, clear } = useActionCall();
  const [isDone, setDone] = useState(false);
  const [invalid, setInvalid] = useState<string | undefined>(undefined);
  const error = invalid ?? errors['password']?.[0];

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    clear();
    const parsed = resetForm.safeParse({ ...Object.fromEntries(new FormData(event.currentTarget)), token });
    setInvalid(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    const changed = await call(() => resetPasswordAction(parsed.data), {
      failed: tReset('problem.failed'),
      lost: tReset('problem.connectionLost'),
    });
    if (changed !== null) setDone(true);
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
      {error === undefined && <ProblemNote problem={problem} />}
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
