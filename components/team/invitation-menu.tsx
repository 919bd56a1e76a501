'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tTeam } from '#lib/messages/team.ts';
import { resendInvitationAction, revokeInvitationAction } from '#lib/team/actions.ts';
import type { Delivery, OpenInvitation, SentLink } from '#lib/team/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { LinkNote } from './link-note.tsx';
import { RowMenu } from './row-menu.tsx';

/** The menu of an open invitation: send it again, create a new link, revoke it. */
export function InvitationMenu({
  businessId,
  invitation,
  isMailOn,
}: {
  businessId: string;
  invitation: OpenInvitation;
  isMailOn: boolean;
}) {
  const [isRevoking, setRevoking] = useState(false);
  const [sent, setSent] = useState<SentLink | null>(null);
  const { act, problem, clear } = useAction({ refresh: true, inForm: true });
  const { act: actAtOnce } = useAction({ refresh: true });
  const { invitationId, email } = invitation;

  async function renew(delivery: Delivery) {
    const renewed = await actAtOnce(() => resendInvitationAction({ businessId, invitationId, delivery }), {
      failed: tTeam('invitations.resendFailed'),
      done: ({ link }) => (link === null ? tTeam('invitations.resent', { email }) : null),
    });
    if (renewed !== null && renewed.link !== null) setSent(renewed);
  }

  return (
    <>
      <RowMenu
        label={tTeam('invitations.menu', { email })}
        sections={[
          {
            id: 'renew',
            items: [
              ...(isMailOn
                ? [{ id: 'mail', label: tTeam('invitations.resend'), onAction: () => void renew('mail') }]
                : []),
              { id: 'link', label: tTeam('invitations.copyLink'), onAction: () => void renew('link') },
            ],
          },
          {
            id: 'end',
            items: [
              {
                id: 'revoke',
                label: tTeam('invitations.revoke'),
                danger: true,
                onAction: () => {
                  clear();
                  setRevoking(true);
                },
              },
            ],
          },
        ]}
      />
      <ConfirmDialog
        isOpen={isRevoking}
        onOpenChange={setRevoking}
        danger
        title={tTeam('invitations.revokeTitle', { email })}
        confirmLabel={tTeam('invitations.revokeConfirm')}
        problem={<ProblemNote problem={problem} />}
        onConfirm={async () =>
          (await act(() => revokeInvitationAction({ businessId, invitationId }), {
            failed: tTeam('invitations.revokeFailed'),
            done: () => tTeam('invitations.revoked'),
          })) !== null
        }
      >
        {tTeam('invitations.revokeDetail')}
      </ConfirmDialog>
      <Dialog
        isOpen={sent !== null}
        onOpenChange={() => setSent(null)}
        size="sm"
        title={tTeam('link.title')}
        footer={<Button onPress={() => setSent(null)}>{tTeam('link.done')}</Button>}
      >
        {sent?.link && (
          <LinkNote link={sent.link}>
            <p>
              {tTeam.rich('link.detail', {
                email,
                time: () => <DateTime at={toUnixSeconds(sent.expiresAt)} />,
              })}
            </p>
            <p>{tTeam('link.proof')}</p>
          </LinkNote>
        )}
      </Dialog>
    </>
  );
}
