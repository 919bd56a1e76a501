'use client';

import { UserPlus } from 'lucide-react';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { loadRules } from '#components/query/load-rules.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tTeam } from '#lib/messages/team.ts';
import { invitePersonAction } from '#lib/team/actions.ts';
import type { InviteForm, SentLink } from '#lib/team/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { LinkNote } from './link-note.tsx';
import { ProblemNote } from './problem-note.tsx';
import { roleChoices } from './role-choices.ts';
import { useTeamAction } from './use-team-action.ts';

type Created = { readonly email: string; readonly link: string; readonly expiresAt: SentLink['expiresAt'] };

const loadInviteRules = async () => (await import('#lib/team/schema.ts')).inviteForm;

/** The button "Invite person" with its dialog. The dialog shows a link that isn't mailed, once. */
export function InviteDialog({ businessId, isMailOn }: { businessId: string; isMailOn: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const [emailError, setEmailError] = useState<string | undefined>(undefined);
  const { act, isPending, problem, clear } = useTeamAction();
  const formId = useId();

  function change(next: boolean) {
    setOpen(next);
    if (!next) return;
    void loadInviteRules().catch(() => undefined);
    setCreated(null);
    setEmailError(undefined);
    clear();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = Object.fromEntries(new FormData(event.currentTarget));
    const failed = tTeam('invite.failed');
    const rules = await loadRules(loadInviteRules, { failed });
    if (rules === null) return;
    const parsed = rules.safeParse({ delivery: 'link', ...entries, businessId });
    if (!parsed.success) {
      setEmailError(parsed.error.issues.find(({ path }) => path[0] === 'email')?.message);
      return;
    }
    setEmailError(undefined);
    const input: InviteForm = parsed.data;
    const sent = await act(() => invitePersonAction(input), { failed });
    if (sent === null) return;
    if (sent.link === null) {
      toast.good(tTeam('invite.sent', { email: input.email }));
      setOpen(false);
    } else setCreated({ email: input.email, link: sent.link, expiresAt: sent.expiresAt });
  }

  return (
    <>
      <Button variant="primary" icon={<UserPlus aria-hidden />} onPress={() => change(true)}>
        {tTeam('invite.button')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={change}
        title={tTeam(created === null ? 'invite.title' : 'link.title')}
        problem={<ProblemNote problem={problem} />}
        size="sm"
        footer={(close) =>
          created === null ? (
            <Button type="submit" form={formId} variant="primary" isPending={isPending}>
              {tTeam('invite.submit')}
            </Button>
          ) : (
            <Button onPress={close}>{tTeam('link.done')}</Button>
          )
        }
      >
        {created === null ? (
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
            />
            <Select label={tTeam('invite.role')} name="role" defaultValue="viewer" choices={roleChoices} />
            {isMailOn ? (
              <RadioGroup
                label={tTeam('invite.delivery')}
                name="delivery"
                defaultValue="mail"
                choices={[
                  { value: 'mail', label: tTeam('invite.byMail') },
                  { value: 'link', label: tTeam('invite.byLink') },
                ]}
              />
            ) : (
              <p className="text-muted text-sm">{tTeam('invite.mailOff')}</p>
            )}
          </form>
        ) : (
          <LinkNote link={created.link}>
            <p>
              {tTeam.rich('link.detail', {
                email: created.email,
                time: () => <DateTime at={inSeconds(created.expiresAt)} />,
              })}
            </p>
            <p>{tTeam('link.proof')}</p>
          </LinkNote>
        )}
      </Dialog>
    </>
  );
}
