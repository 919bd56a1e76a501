'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tTeam } from '#lib/messages/team.ts';
import type { Delivery } from '#lib/team/schema.ts';
import type { Role } from '#lib/values/roles.ts';
import { isRole } from '#lib/values/roles.ts';
import { roleChoices } from './role-choices.ts';

export type InviteFields = { readonly email: string; readonly role: Role; readonly delivery: Delivery };

/** The fields of a new invitation. Its dialog has the button. */
export function InviteForm({
  businessId,
  formId,
  isMailOn,
  emailError,
  onInvite,
}: {
  businessId: string;
  formId: string;
  isMailOn: boolean;
  emailError: string | undefined;
  /** Returns whether the invitation was created. */
  onInvite: (fields: InviteFields) => Promise<boolean>;
}) {
  const initial: InviteFields = { email: '', role: 'viewer', delivery: isMailOn ? 'mail' : 'link' };
  const [fields, setFields] = useState(initial);
  const toRole = (text = ''): Role => (isRole(text) ? text : initial.role);
  const toDelivery = (text = ''): Delivery => (text === 'link' || !isMailOn ? 'link' : 'mail');
  const draft = useDraft({
    businessId,
    form: 'invitation',
    subject: 'new',
    values: fields,
    initial,
    fill: ({ email = '', role, delivery }) =>
      setFields({ email, role: toRole(role), delivery: toDelivery(delivery) }),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await onInvite(fields)) draft.sent();
  };
  return (
    <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <TextField
        label={tTeam('invite.email')}
        name="email"
        type="email"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={320}
        error={emailError}
        value={fields.email}
        onChange={({ target }) => setFields({ ...fields, email: target.value })}
      />
      <Select
        label={tTeam('invite.role')}
        name="role"
        choices={roleChoices}
        value={fields.role}
        onChange={({ target }) => setFields({ ...fields, role: toRole(target.value) })}
      />
      {isMailOn ? (
        <RadioGroup
          label={tTeam('invite.delivery')}
          name="delivery"
          choices={[
            { value: 'mail', label: tTeam('invite.byMail') },
            { value: 'link', label: tTeam('invite.byLink') },
          ]}
          value={fields.delivery}
          onChange={({ target }) => setFields({ ...fields, delivery: toDelivery(target.value) })}
        />
      ) : (
        <p className="text-muted text-sm">{tTeam('invite.mailOff')}</p>
      )}
      <DraftNotice draft={draft} />
    </form>
  );
}
