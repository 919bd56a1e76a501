'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { MenuItem } from '#components/ui/menu-content.ts';
import { DateTime } from '#components/ui/time.tsx';
import { hasPermission } from '#lib/access/permissions.ts';
import { tTeam, tTeamAddress, tTeamAuditors, tTeamDeputies, tTeamFactors } from '#lib/messages/team.ts';
import {
  createPasswordResetAction,
  disableMemberAction,
  enableMemberAction,
  endDeputyAction,
  endMemberSessionsAction,
  removeMemberAction,
  resetFactorAction,
  verifyAddressAction,
} from '#lib/team/actions.ts';
import type { DeputyCandidate, Member, SentLink } from '#lib/team/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { AuditorRiskDialog } from './auditor-risk-dialog.tsx';
import { DeputyDialog } from './deputy-dialog.tsx';
import { LinkNote } from './link-note.tsx';
import { ChangeRoleDialog, TransferDialog } from './role-dialog.tsx';
import { RowMenu } from './row-menu.tsx';

type Opened =
  | 'role'
  | 'risk'
  | 'deputy'
  | 'endDeputy'
  | 'sessions'
  | 'disable'
  | 'remove'
  | 'transfer'
  | 'factor'
  | 'address'
  | null;

/** The menu of a member, with the dialogs that it opens. */
export function MemberMenu({
  businessId,
  member,
  isProposed,
  deputyCandidates,
}: {
  businessId: string;
  member: Member;
  /** True while risk detail is proposed for this auditor. */
  isProposed: boolean;
  deputyCandidates: readonly DeputyCandidate[];
}) {
  const [opened, setOpened] = useState<Opened>(null);
  const [reset, setReset] = useState<SentLink | null>(null);
  const { act, problem, clear } = useAction({ refresh: true, inForm: true });
  const { act: actAtOnce } = useAction({ refresh: true });
  const { name, personId, isMe, isLastOwner, disabled } = member;
  const target = { businessId, personId };
  const close = () => setOpened(null);

  function open(next: Opened) {
    clear();
    setOpened(next);
  }

  const enable = () =>
    actAtOnce(() => enableMemberAction(target), {
      failed: tTeam('enable.failed'),
      done: tTeam('enable.done', { name }),
    });

  const createReset = async () =>
    setReset(await actAtOnce(() => createPasswordResetAction(target), { failed: tTeam('resetLink.failed') }));

  const ends: MenuItem[] = [
    ...(member.mayReset
      ? [{ id: 'sessions', label: tTeam('menu.endSessions'), onAction: () => open('sessions') }]
      : []),
    disabled === 'here'
      ? { id: 'enable', label: tTeam('menu.enable'), onAction: () => void enable() }
      : {
          id: 'disable',
          label: tTeam('menu.disable'),
          isDisabled: isLastOwner,
          onAction: () => open('disable'),
        },
    {
      id: 'remove',
      label: tTeam('menu.remove'),
      danger: true,
      isDisabled: isLastOwner,
      onAction: () => open('remove'),
    },
  ];
  const items: MenuItem[] = [
    {
      id: 'role',
      label: tTeam('menu.changeRole'),
      isDisabled: isLastOwner,
      onAction: () => open('role'),
    },
    ...(member.role !== 'auditor' || disabled !== 'no' || member.hasEnded || isProposed
      ? []
      : [{ id: 'risk', label: tTeamAuditors('risk.menu'), onAction: () => open('risk') }]),
    ...(!hasPermission(member.role, 'proposal.answer') || disabled !== 'no'
      ? []
      : member.deputy === null
        ? [{ id: 'deputy', label: tTeamDeputies('menu'), onAction: () => open('deputy') }]
        : [{ id: 'endDeputy', label: tTeamDeputies('endMenu'), onAction: () => open('endDeputy') }]),
    ...(isMe || disabled !== 'no'
      ? []
      : [{ id: 'transfer', label: tTeam('menu.transfer'), onAction: () => open('transfer') }]),
    ...(member.mayReset
      ? [{ id: 'reset', label: tTeam('menu.reset'), onAction: () => void createReset() }]
      : []),
    ...(member.mayReset && !member.isAddressVerified
      ? [{ id: 'address', label: tTeamAddress('menu'), onAction: () => open('address') }]
      : []),
    ...(member.mayReset && member.factor === 'on'
      ? [{ id: 'factor', label: tTeamFactors('team.reset'), onAction: () => open('factor') }]
      : []),
  ];

  return (
    <>
      <RowMenu
        label={tTeam('menu.label', { name })}
        sections={[
          { id: 'change', items },
          { id: 'end', items: ends },
        ]}
      />
      {opened === 'role' && <ChangeRoleDialog businessId={businessId} member={member} onClose={close} />}
      {opened === 'risk' && <AuditorRiskDialog businessId={businessId} member={member} onClose={close} />}
      {opened === 'deputy' && (
        <DeputyDialog businessId={businessId} member={member} candidates={deputyCandidates} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={opened === 'endDeputy'}
        onOpenChange={close}
        danger
        title={tTeamDeputies('end.title', { name })}
        confirmLabel={tTeamDeputies('end.confirm')}
        problem={<ProblemNote problem={problem} />}
        onConfirm={async () =>
          (await act(() => endDeputyAction(target), {
            failed: tTeamDeputies('end.failed'),
            done: () => tTeamDeputies('end.done', { deputy: member.deputy?.name ?? '', name }),
          })) !== null
        }
      >
        {tTeamDeputies('end.detail', { deputy: member.deputy?.name ?? '', name })}
      </ConfirmDialog>
      {opened === 'transfer' && <TransferDialog businessId={businessId} member={member} onClose={close} />}
      <ConfirmDialog
        isOpen={opened === 'sessions'}
        onOpenChange={close}
        danger
        title={tTeam('endSessions.title', { name })}
        confirmLabel={tTeam('endSessions.confirm')}
        problem={<ProblemNote problem={problem} />}
        onConfirm={async () =>
          (await act(() => endMemberSessionsAction(target), {
            failed: tTeam('endSessions.failed'),
            done: ({ endedSessions }) => tTeam('endSessions.done', { name, count: endedSessions }),
          })) !== null
        }
      >
        {tTeam('endSessions.detail', { name })}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={opened === 'disable'}
        onOpenChange={close}
        danger
        title={tTeam('disable.title', { name })}
        confirmLabel={tTeam('disable.confirm')}
        problem={<ProblemNote problem={problem} />}
        onConfirm={async () =>
          (await act(() => disableMemberAction(target), {
            failed: tTeam('disable.failed'),
            done: () => tTeam('disable.done', { name }),
          })) !== null
        }
      >
        {tTeam('disable.detail')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={opened === 'remove'}
        onOpenChange={close}
        danger
        title={isMe ? tTeam('remove.titleSelf') : tTeam('remove.title', { name })}
        confirmLabel={tTeam(isMe ? 'remove.confirmSelf' : 'remove.confirm')}
        problem={<ProblemNote problem={problem} />}
        onConfirm={async () =>
          (await act(() => removeMemberAction(target), {
            failed: tTeam('remove.failed'),
            done: () => tTeam('remove.done', { name }),
          })) !== null
        }
      >
        {tTeam(isMe ? 'remove.detailSelf' : 'remove.detail')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={opened === 'factor'}
        onOpenChange={close}
        danger
        title={tTeamFactors('team.resetTitle', { name })}
        confirmLabel={tTeamFactors('team.resetConfirm')}
        problem={<ProblemNote problem={problem} />}
        onConfirm={async () =>
          (await act(() => resetFactorAction(target), {
            failed: tTeamFactors('team.resetFailed'),
            done: () => tTeamFactors('team.resetDone', { name }),
          })) !== null
        }
      >
        {tTeamFactors('team.resetDetail', { name })}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={opened === 'address'}
        onOpenChange={close}
        title={tTeamAddress('title', { name })}
        confirmLabel={tTeamAddress('confirm')}
        problem={<ProblemNote problem={problem} />}
        onConfirm={async () =>
          (await act(() => verifyAddressAction(target), {
            failed: tTeamAddress('failed'),
            done: () => tTeamAddress('done', { name }),
          })) !== null
        }
      >
        {tTeamAddress('detail', { name, email: member.email })}
      </ConfirmDialog>
      <Dialog
        isOpen={reset !== null}
        onOpenChange={() => setReset(null)}
        size="sm"
        title={tTeam('resetLink.title')}
        footer={<Button onPress={() => setReset(null)}>{tTeam('link.done')}</Button>}
      >
        {reset?.link && (
          <LinkNote link={reset.link}>
            <p>
              {tTeam.rich('resetLink.detail', {
                name,
                time: () => <DateTime at={toUnixSeconds(reset.expiresAt)} />,
              })}
            </p>
            <p>{tTeam('resetLink.effect', { name })}</p>
          </LinkNote>
        )}
      </Dialog>
    </>
  );
}
