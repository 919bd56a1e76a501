'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tTeam, tTeamAuditors } from '#lib/messages/team.ts';
import { changeRoleAction, transferOwnershipAction } from '#lib/team/actions.ts';
import type { Member } from '#lib/team/schema.ts';
import type { AssignableRole, Role } from '#lib/values/roles.ts';
import { formatRole, hasEnd, isAssignableRole } from '#lib/values/roles.ts';
import { roleChoices } from './role-choices.ts';

type MemberDialog = { businessId: string; member: Member; onClose: () => void };

/** Risk detail is not given here, so a new last day takes it away. */
const toAssignableRole = (role: Role): AssignableRole => (isAssignableRole(role) ? role : 'auditor');

/** Changes the role of a member, and the last day of an auditor. */
export function ChangeRoleDialog({ businessId, member, onClose }: MemberDialog) {
  const { name, personId, isMe } = member;
  const [role, setRole] = useState<AssignableRole>(toAssignableRole(member.role));
  const [lastDay, setLastDay] = useState('');
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  const isSame = role === member.role && (!hasEnd(role) || lastDay === '');
  const auditor = hasEnd(role) ? { lastDay } : {};
  async function confirm() {
    const changed = await act(() => changeRoleAction({ businessId, personId, role, ...auditor }), {
      failed: tTeam('changeRole.failed'),
      done: (data) => tTeam('changeRole.done', { name, role: formatRole(data.role) }),
    });
    if (changed !== null) onClose();
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="sm"
      title={tTeam('changeRole.title', { name })}
      problem={<ProblemNote problem={problem} />}
      footer={
        <Button variant="primary" isPending={isPending} isDisabled={isSame} onPress={() => void confirm()}>
          {tTeam('changeRole.confirm')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <Select
          label={tTeam('changeRole.role')}
          value={role}
          choices={roleChoices}
          onChange={({ target }) => isAssignableRole(target.value) && setRole(target.value)}
        />
        {hasEnd(role) && (
          <TextField
            type="date"
            label={tTeamAuditors('lastDay')}
            help={tTeamAuditors('lastDayHelp')}
            error={problem?.fieldErrors['lastDay']?.[0]}
            value={lastDay}
            onChange={({ target }) => setLastDay(target.value)}
          />
        )}
        <p className="text-muted text-sm">
          {isMe ? tTeam('changeRole.detailSelf') : tTeam('changeRole.detail', { name })}
        </p>
      </div>
    </Dialog>
  );
}

type LesserRole = Exclude<AssignableRole, 'owner' | 'auditor'>;
const isLesserRole = (text: string): text is LesserRole =>
  isAssignableRole(text) && text !== 'owner' && text !== 'auditor';

/** Makes a member an owner, and gives the signed-in owner another role. */
export function TransferDialog({ businessId, member, onClose }: MemberDialog) {
  const { name, personId } = member;
  const [role, setRole] = useState<LesserRole>('viewer');
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  async function confirm() {
    const changed = await act(() => transferOwnershipAction({ businessId, personId, role }), {
      failed: tTeam('transfer.failed'),
      done: () => tTeam('transfer.done', { name }),
    });
    if (changed !== null) onClose();
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      role="alertdialog"
      size="sm"
      title={tTeam('transfer.title', { name })}
      problem={<ProblemNote problem={problem} />}
      footer={
        <Button variant="danger" isPending={isPending} onPress={() => void confirm()}>
          {tTeam('transfer.confirm')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-muted text-sm">{tTeam('transfer.detail', { name })}</p>
        <Select
          label={tTeam('transfer.role')}
          value={role}
          choices={roleChoices.filter(({ value }) => isLesserRole(value))}
          onChange={({ target }) => isLesserRole(target.value) && setRole(target.value)}
        />
      </div>
    </Dialog>
  );
}
