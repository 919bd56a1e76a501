'use client';

import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { loadRules } from '#components/query/load-rules.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Time } from '#components/ui/time.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tSettings } from '#lib/messages/settings.ts';
import { changePasswordAction } from '#lib/people/actions.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const loadPasswordRules = async () => (await import('#lib/people/schema.ts')).changePasswordForm;

/** Changes the password. The current one is needed. */
export function PasswordSection({
  businessId,
  email,
  changedAt,
  notice,
}: {
  businessId: string;
  email: string;
  changedAt: Instant | null;
  notice: ReactNode;
}) {
  const isHydrated = useHydrated();
  const { act, isPending } = useAction({
    businessId,
    kind: 'settings',
    refresh: true,
    fields: ['currentPassword', 'password'],
  });
  const [errors, setErrors] = useState<FieldErrors>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const failed = tSettings('password.failed');
    const rules = await loadRules(loadPasswordRules, { failed });
    if (rules === null) return;
    const parsed = rules.safeParse({ ...Object.fromEntries(new FormData(form)), businessId });
    if (!parsed.success)
      return setErrors(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), [message]])),
      );
    setErrors({});
    const changed = await act(
      async () => {
        const result = await changePasswordAction(parsed.data);
        if (!result.ok) setErrors(result.fieldErrors);
        return result;
      },
      {
        done: ({ endedSessions }) => ({
          title: tSettings('password.saved'),
          detail: tSettings('password.ended', { count: endedSessions }),
        }),
        failed,
      },
    );
    if (changed !== null) form.reset();
  }

  return (
    <Section title={tSettings('password.title')}>
      {notice}
      <form
        method="post"
        noValidate
        className="grid max-w-form gap-4"
        onFocusCapture={() => void loadPasswordRules().catch(() => undefined)}
        onSubmit={(event) => void submit(event)}
      >
        <p className="text-muted text-sm">
          {changedAt === null
            ? tSettings('password.neverChanged')
            : tSettings.rich('password.changed', { time: () => <Time at={toUnixSeconds(changedAt)} /> })}{' '}
          {tSettings('password.effect')}
        </p>
        {/* Password managers store the new password for this account. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <TextField
          label={tSettings('password.current')}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          maxLength={512}
          error={errors['currentPassword']?.[0]}
        />
        <TextField
          label={tSettings('password.new')}
          name="password"
          type="password"
          autoComplete="new-password"
          maxLength={512}
          help={tSettings('password.help')}
          error={errors['password']?.[0]}
        />
        <div>
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isHydrated}>
            {tSettings('password.submit')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
