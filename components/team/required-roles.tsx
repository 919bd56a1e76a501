'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { proposeFewerRolesAction, requireFactorAction } from '#lib/factors/actions.ts';
import type { RequiredRolesView } from '#lib/factors/schema.ts';
import { tFactorProblems } from '#lib/messages/factor-problems.ts';
import { tTeamFactors } from '#lib/messages/team-factors.ts';
import type { Role } from '#lib/values/roles.ts';
import { formatRole, roles } from '#lib/values/roles.ts';
import { FewerRolesNote } from './fewer-roles-note.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useTeamAction } from './use-team-action.ts';

const toText = (selected: Iterable<Role>): string => [...selected].join(' ');

/**
 * The roles that need a second factor at this business. An owner adds roles at once. Removing one takes another owner, and
 * only one proposal is open at a time.
 */
export function RequiredRoles({ businessId, view }: { businessId: string; view: RequiredRolesView }) {
  const { act, isPending, problem } = useTeamAction();
  const { roles: saved, always, isAvailable, proposal, missingApprover } = view;
  const [selected, setSelected] = useState<ReadonlySet<Role>>(new Set(saved));
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string | undefined>(undefined);
  const isLocked = (role: Role) => always.includes(role) || (saved.includes(role) && proposal !== null);
  // The saved roles come in another order than the boxes.
  const untouched = {
    roles: toText(roles.filter((role) => saved.includes(role))),
    reason: '',
  };
  const draft = useDraft({
    businessId,
    form: 'required-roles',
    subject: 'team',
    values: { roles: toText(roles.filter((role) => selected.has(role))), reason },
    initial: untouched,
    fill: ({ roles: kept = untouched.roles, reason: keptReason = '' }) => {
      const names = kept.split(' ');
      setSelected(
        new Set(roles.filter((role) => (isLocked(role) ? saved.includes(role) : names.includes(role)))),
      );
      setReason(keptReason);
    },
  });
  const toggle = (role: Role, isOn: boolean) =>
    setSelected(new Set(roles.filter((one) => (one === role ? isOn : selected.has(one)))));
  const added = [...selected].filter((role) => !saved.includes(role));
  const isRemoving = saved.some((role) => !selected.has(role));

  async function propose() {
    setReasonError(reason.trim() === '' ? tTeamFactors('fewer.reasonMissing') : undefined);
    if (reason.trim() === '') return;
    const left = saved.filter((role) => selected.has(role));
    const proposed = await act(() => proposeFewerRolesAction({ businessId, roles: left, reason }), {
      failed: tTeamFactors('fewer.proposeFailed'),
      done: () => tTeamFactors('fewer.proposed'),
    });
    if (proposed !== null) draft.sent();
  }
  async function save() {
    const required = await act(() => requireFactorAction({ businessId, roles: [...selected] }), {
      failed: tTeamFactors('team.rolesFailed'),
      done: () => tTeamFactors('team.rolesSaved'),
    });
    if (required !== null) draft.sent();
  }

  return (
    <Section title={tTeamFactors('team.rolesTitle')}>
      <div className="grid max-w-form gap-3">
        {!isAvailable && (
          <Banner tone="attention" title={tTeamFactors('team.unavailable')}>
            {tTeamFactors('team.unavailableDetail')}
          </Banner>
        )}
        <p className="text-muted text-sm">
          {tTeamFactors(always.length === roles.length ? 'team.rolesEveryone' : 'team.rolesDetail')}
        </p>
        {proposal !== null && <FewerRolesNote businessId={businessId} proposal={proposal} />}
        <ProblemNote problem={problem} />
        <div className="grid gap-2">
          {roles.map((role) => (
            <Checkbox
              key={role}
              label={formatRole(role)}
              checked={selected.has(role)}
              // Roles are either added or removed, because only removing takes a second person.
              disabled={
                isLocked(role) ||
                (saved.includes(role) ? added.length > 0 : isRemoving && !selected.has(role))
              }
              onChange={(event) => toggle(role, event.target.checked)}
            />
          ))}
        </div>
        {isRemoving && missingApprover !== null && (
          <Banner
            tone="attention"
            title={
              missingApprover === 'owner' ? tFactorProblems('fewer.oneOwner') : tTeamFactors('fewer.noneYet')
            }
          />
        )}
        {isRemoving && (
          <TextArea
            label={tTeamFactors('fewer.reason')}
            help={tTeamFactors('fewer.reasonHelp')}
            value={reason}
            limit={1_000}
            maxLength={1_000}
            error={reasonError}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <DraftNotice draft={draft} />
        <div>
          {isRemoving ? (
            <Button isPending={isPending} onPress={() => void propose()}>
              {tTeamFactors('fewer.propose')}
            </Button>
          ) : (
            <Button isPending={isPending} isDisabled={added.length === 0} onPress={() => void save()}>
              {tTeamFactors('team.rolesSave')}
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}
