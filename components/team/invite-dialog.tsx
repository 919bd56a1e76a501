'use client';

import { UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tMailOff } from '#lib/messages/settings.ts';
import { tTeam, tTeamAuditors } from '#lib/messages/team.ts';
import { invitePersonAction } from '#lib/team/actions.ts';
import type { Delivery, SentLink } from '#lib/team/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { hasEnd, isAssignableRole } from '#lib/values/roles.ts';
import { LinkNote } from './link-note.tsx';
import { roleChoices } from './role-choices.ts';

type InviteProps = { readonly businessId: string; readonly isMailOn: boolean };

/** The button "Invite person" with its dialog. */
export function InviteDialog(props: InviteProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<UserPlus aria-hidden />} onPress={() => setOpen(true)}>
        {tTeam('invite.button')}
      </Button>
      {isOpen && <Invite {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The fields of a new invitation, then its link, once, if it isn't mailed. */
function Invite({ businessId, isMailOn, onClose }: InviteProps & { onClose: () => void }) {
  const [created, setCreated] = useState<{
    readonly email: string;
    readonly link: string;
    readonly expiresAt: SentLink['expiresAt'];
  } | null>(null);
  const formId = useId();
  const toRole = (text: string) => (isAssignableRole(text) ? text : 'viewer');
  const toDelivery = (text: string): Delivery => (text === 'link' || !isMailOn ? 'link' : 'mail');
  const { fields, field, errors, draft, isPending, problem, send } = useDraftForm({
    businessId,
    refresh: true,
    inForm: true,
    draft: 'invitation',
    subject: 'new',
    initial: { email: '', role: 'viewer', lastDay: '', delivery: toDelivery('mail') },
    adapt: (kept) => ({ ...kept, role: toRole(kept.role), delivery: toDelivery(kept.delivery) }),
  });
  const invite = async () => {
    const email = fields.email.trim();
    const invitation = {
      businessId,
      email,
      role: toRole(fields.role),
      lastDay: fields.lastDay,
      delivery: toDelivery(fields.delivery),
    };
    const sent = await send(() => invitePersonAction(invitation), {
      failed: tTeam('invite.failed'),
      done: ({ link }) => (link === null ? tTeam('invite.sent', { email }) : null),
    });
    if (sent === null) return;
    if (sent.link === null) onClose();
    else setCreated({ email, link: sent.link, expiresAt: sent.expiresAt });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={tTeam(created === null ? 'invite.title' : 'link.title')}
      problem={
        errors['email'] === undefined && errors['lastDay'] === undefined && <ProblemNote problem={problem} />
      }
      size="sm"
      footer={
        created === null ? (
          <Button type="submit" form={formId} variant="primary" isPending={isPending}>
            {tTeam('invite.submit')}
          </Button>
        ) : (
          <Button onPress={onClose}>{tTeam('link.done')}</Button>
        )
      }
    >
      {created === null ? (
        <form
          id={formId}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void invite();
          }}
        >
          <TextField
            {...field('email')}
            label={tTeam('invite.email')}
            name="email"
            type="email"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            maxLength={320}
          />
          <Select {...field('role')} label={tTeam('invite.role')} name="role" choices={roleChoices} />
          {hasEnd(toRole(fields.role)) && (
            <TextField
              {...field('lastDay')}
              type="date"
              name="lastDay"
              label={tTeamAuditors('lastDay')}
              help={tTeamAuditors('lastDayHelp')}
            />
          )}
          {isMailOn ? (
            <RadioGroup
              {...field('delivery')}
              label={tTeam('invite.delivery')}
              name="delivery"
              choices={[
                { value: 'mail', label: tTeam('invite.byMail') },
                { value: 'link', label: tTeam('invite.byLink') },
              ]}
            />
          ) : (
            <p className="text-muted text-sm">
              {tMailOff('line')} {tTeam('invite.mailOff')}
            </p>
          )}
          <DraftNotice draft={draft} />
        </form>
      ) : (
        <LinkNote link={created.link}>
          <p>
            {tTeam.rich('link.detail', {
              email: created.email,
              time: () => <DateTime at={toUnixSeconds(created.expiresAt)} />,
            })}
          </p>
          <p>{tTeam('link.proof')}</p>
        </LinkNote>
      )}
    </Dialog>
  );
}
