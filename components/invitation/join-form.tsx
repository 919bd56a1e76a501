'use client';

import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { PublicMessage } from '#components/access/public-message.tsx';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useActionCall } from '#components/query/use-action-call.ts';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tInvitation } from '#lib/messages/access.ts';
import { joinByInvitationAction } from '#lib/team/actions.ts';
import { joinForm } from '#lib/team/schema.ts';
import type { FieldErrors } from '#lib/values/errors.ts';

/** Groups the messages of a form by field. */
function readFieldErrors(
  issues: readonly { readonly path: PropertyKey[]; readonly message: string }[],
): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues)
    errors[String(path[0])] = [...(errors[String(path[0])] ?? []), message];
  return errors;
}

/** Creates the account of an invited address, or of a typed one by the set-up link. The person signs in afterwards. */
export function JoinForm({
  token,
  email,
  children,
}: {
  token: string;
  email: string | null;
  /** The content above the form. The note about the created account replaces it. */
  children: ReactNode;
}) {
  const isHydrated = useHydrated();
  const { call, isPending, problem, errors: refused, clear } = useActionCall();
  const [invalid, setInvalid] = useState<FieldErrors>({});
  const errors = { ...refused, ...invalid };
  const [joined, setJoined] = useState<{ business: string; email: string } | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    clear();
    const parsed = joinForm.safeParse({ ...Object.fromEntries(new FormData(event.currentTarget)), token });
    setInvalid(parsed.success ? {} : readFieldErrors(parsed.error.issues));
    if (!parsed.success) return;
    const created = await call(() => joinByInvitationAction(parsed.data), {
      failed: tInvitation('problem.failed'),
      lost: tInvitation('problem.connectionLost'),
    });
    if (created !== null)
      setJoined({ business: created.businessId, email: email ?? parsed.data.email ?? '' });
  }

  if (joined !== null) {
    const destination = encodeURIComponent(`/${joined.business}`);
    return (
      <PublicMessage
        title={tInvitation('joined.title')}
        action={
          <LinkButton variant="primary" href={`/sign-in?callbackUrl=${destination}`}>
            {tInvitation('joined.signIn')}
          </LinkButton>
        }
      >
        <p>{tInvitation('joined.detail', { email: joined.email })}</p>
      </PublicMessage>
    );
  }
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      {children}
      {Object.keys(errors).length === 0 && <ProblemNote problem={problem} />}
      {email === null ? (
        <TextField
          label={tInvitation('open.email')}
          name="email"
          type="email"
          autoComplete="username"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={320}
          error={errors['email']?.[0]}
        />
      ) : (
        <TextField
          label={tInvitation('open.address')}
          name="email"
          type="email"
          value={email}
          readOnly
          autoComplete="username"
        />
      )}
      <TextField
        label={tInvitation('open.name')}
        name="name"
        autoComplete="name"
        maxLength={120}
        error={errors['name']?.[0]}
      />
      <TextField
        label={tInvitation('open.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={512}
        help={tInvitation('open.passwordHelp')}
        error={errors['password']?.[0]}
      />
      <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isHydrated}>
        {tInvitation('open.join')}
      </Button>
    </form>
  );
}
