'use client';

import { UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { loadRules } from '#components/query/load-rules.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tTeam } from '#lib/messages/team.ts';
import { invitePersonAction } from '#lib/team/actions.ts';
import type { SentLink } from '#lib/team/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { InviteFields } from './invite-form.tsx';
import { InviteForm } from './invite-form.tsx';
import { LinkNote } from './link-note.tsx';
import { ProblemNote } from './problem-note.tsx';

type Created = { readonly email: string; readonly link: string; readonly expiresAt: SentLink['expiresAt'] };

const loadInviteRules = async () => (await import('#lib/team/schema.ts')).inviteForm;

/** The button "Invite person" with its dialog. The dialog shows a link that isn't mailed, once. */
export function InviteDialog({ businessId, isMailOn }: { businessId: string; isMailOn: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const [emailError, setEmailError] = useState<string | undefined>(undefined);
  const { act, isPending, problem, clear } = useAction({ refresh: true, inForm: true });
  const formId = useId();

  function change(next: boolean) {
    setOpen(next);
    if (!next) return;
    loadInviteRules().catch(() => undefined);
    setCreated(null);
    setEmailError(undefined);
    clear();
  }

  async function invite(fields: InviteFields): Promise<boolean> {
    const failed = tTeam('invite.failed');
    const rules = await loadRules(loadInviteRules, { failed });
    if (rules === null) return false;
    const parsed = rules.safeParse({ ...fields, businessId });
    if (!parsed.success) {
      setEmailError(parsed.error.issues.find(({ path }) => path[0] === 'email')?.message);
      return false;
    }
    setEmailError(undefined);
    const { data } = parsed;
    const sent = await act(() => invitePersonAction(data), { failed });
    if (sent === null) return false;
    if (sent.link === null) {
      toast.good(tTeam('invite.sent', { email: data.email }));
      setOpen(false);
    } else setCreated({ email: data.email, link: sent.link, expiresAt: sent.expiresAt });
    return true;
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
          <InviteForm
            businessId={businessId}
            formId={formId}
            isMailOn={isMailOn}
            emailError={emailError}
            onInvite={invite}
          />
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
    </>
  );
}
