'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { proposeFewerRolesAction, requireFactorAction } from '#lib/factors/actions.ts';
import type { RequiredRolesView } from '#lib/factors/schema.ts';
import { tFactorProblems } from '#lib/messages/factors.ts';
import { tTeamFactors } from '#lib/messages/team.ts';
import type { Role } from '#lib/values/roles.ts';
import { formatRole, roles } from '#lib/values/roles.ts';
import { FewerRolesNote } from './fewer-roles-note.tsx';

/** Returns the selected roles in the order of the boxes. */
const toText = (isSelected: (role: Role) => boolean): string => roles.filter(isSelected).join(' ');

/**
 * The roles that need a second factor at this business. An owner adds roles at once. Removing one takes another owner, and
 * only one proposal is open at a time.
 */
export function RequiredRoles({ businessId, view }: { businessId: string; view: RequiredRolesView }) {
  const { roles: saved, always, isAvailable, proposal, missingApprover } = view;
  const isLocked = (role: Role) => always.includes(role) || (saved.includes(role) && proposal !== null);
  const { fields, field, set, draft, isPending, problem, send } = useDraftForm({
    businessId,
    refresh: true,
    inForm: true,
    draft: 'required-roles',
    subject: 'team',
    initial: { roles: toText((role) => saved.includes(role)), reason: '' },
    adapt: (kept) => {
      const names = kept.roles.split(' ');
      const isOn = (role: Role) => (isLocked(role) ? saved.includes(role) : names.includes(role));
      return { ...kept, roles: toText(isOn) };
    },
  });
  const { reason } = fields;
  const names = fields.roles.split(' ');
  const selected = new Set(roles.filter((role) => names.includes(role)));
  const toggle = (role: Role, isOn: boolean) =>
    set({ roles: toText((one) => (one === role ? isOn : selected.has(one))) });
  const added = [...selected].filter((role) => !saved.includes(role));
  const isRemoving = saved.some((role) => !selected.has(role));

  async function propose() {
    const left = saved.filter((role) => selected.has(role));
    await send(() => proposeFewerRolesAction({ businessId, roles: left, reason }), {
      failed: tTeamFactors('fewer.proposeFailed'),
      done: tTeamFactors('fewer.proposed'),
    });
  }
  async function save() {
    await send(() => requireFactorAction({ businessId, roles: [...selected] }), {
      failed: tTeamFactors('team.rolesFailed'),
      done: tTeamFactors('team.rolesSaved'),
    });
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
            limit={1_000}
            maxLength={1_000}
            {...field('reason')}
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
