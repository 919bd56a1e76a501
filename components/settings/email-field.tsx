'use client';

import { useState } from 'react';
import { loadRules } from '#components/query/load-rules.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tEmailChange } from '#lib/messages/access.ts';
import { tControls } from '#lib/messages/controls.ts';
import { tMailOff, tSettings } from '#lib/messages/settings.ts';
import { requestEmailChangeAction } from '#lib/people/actions.ts';
import type { FieldErrors } from '#lib/values/errors.ts';

const loadEmailRules = async () => (await import('#lib/people/schema.ts')).requestEmailForm;

/** The email address of the account. A new one needs the password, and is confirmed by a link. */
export function EmailField({
  businessId,
  email,
  isMailOn,
}: {
  businessId: string;
  email: string;
  isMailOn: boolean;
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium text-ink text-sm">{tSettings('profile.email')}</p>
        <p className="break-all text-base">{email}</p>
        {!isMailOn && (
          <p className="text-muted text-xs">
            {tMailOff('line')} {tEmailChange('mailOff')}
          </p>
        )}
      </div>
      {isMailOn && <ChangeDialog businessId={businessId} />}
    </div>
  );
}

function ChangeDialog({ businessId }: { businessId: string }) {
  const { act, isPending } = useAction({
    businessId,
    kind: 'settings',
    fields: ['email', 'currentPassword'],
  });
  const [input, setInput] = useState({ email: '', currentPassword: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const submit = async (close: () => void) => {
    const failed = tEmailChange('failed');
    const rules = await loadRules(loadEmailRules, { failed });
    if (rules === null) return;
    const parsed = rules.safeParse({ ...input, businessId });
    if (!parsed.success)
      return setErrors(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), [message]])),
      );
    setErrors({});
    const sent = await act(
      async () => {
        const result = await requestEmailChangeAction(parsed.data);
        if (!result.ok) setErrors(result.fieldErrors);
        return result;
      },
      {
        done: ({ email }) => ({
          title: tEmailChange('sent', { email }),
          detail: tEmailChange('sentDetail'),
        }),
        failed,
      },
    );
    if (sent === null) return;
    setInput({ email: '', currentPassword: '' });
    close();
  };
  return (
    <Dialog
      trigger={<Button size="sm">{tEmailChange('open')}</Button>}
      title={tEmailChange('title')}
      description={tEmailChange('detail')}
      size="sm"
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={isPending}>
            {tControls('cancel')}
          </Button>
          <Button variant="primary" isPending={isPending} onPress={() => void submit(close)}>
            {tEmailChange('submit')}
          </Button>
        </>
      )}
    >
      <div className="grid gap-4" onFocusCapture={() => void loadEmailRules().catch(() => undefined)}>
        <TextField
          label={tEmailChange('email')}
          type="email"
          autoComplete="email"
          spellCheck={false}
          value={input.email}
          error={errors['email']?.[0]}
          onChange={(event) => setInput({ ...input, email: event.target.value })}
        />
        <TextField
          label={tEmailChange('password')}
          type="password"
          autoComplete="current-password"
          value={input.currentPassword}
          error={errors['currentPassword']?.[0]}
          onChange={(event) => setInput({ ...input, currentPassword: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
