'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { tTeam } from '#lib/messages/team.ts';
import { changeRoleAction, transferOwnershipAction } from '#lib/team/actions.ts';
import type { Member } from '#lib/team/schema.ts';
import type { Role } from '#lib/values/roles.ts';
import { formatRole, isRole } from '#lib/values/roles.ts';
import { ProblemNote } from './problem-note.tsx';
import { roleChoices } from './role-choices.ts';

type MemberDialog = { businessId: string; member: Member; onClose: () => void };

/** Changes the role of a member. */
export function ChangeRoleDialog({ businessId, member, onClose }: MemberDialog) {
  const { name, personId, isMe } = member;
  const [role, setRole] = useState<Role>(member.role);
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  async function confirm() {
    const changed = await act(() => changeRoleAction({ businessId, personId, role }), {
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
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={role === member.role}
          onPress={() => void confirm()}
        >
          {tTeam('changeRole.confirm')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <Select
          label={tTeam('changeRole.role')}
          value={role}
          choices={roleChoices}
          onChange={({ target }) => isRole(target.value) && setRole(target.value)}
        />
        <p className="text-muted text-sm">
          {isMe ? tTeam('changeRole.detailSelf') : tTeam('changeRole.detail', { name })}
        </p>
      </div>
    </Dialog>
  );
}

type LesserRole = Exclude<Role, 'owner'>;
const isLesserRole = (text: string): text is LesserRole => isRole(text) && text !== 'owner';

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
          choices={roleChoices.filter(({ value }) => value !== 'owner')}
          onChange={({ target }) => isLesserRole(target.value) && setRole(target.value)}
        />
      </div>
    </Dialog>
  );
}
