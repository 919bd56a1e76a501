'use client';

import { useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { requireFactorAction } from '#lib/factors/actions.ts';
import { tFactors } from '#lib/messages/factors.ts';
import type { Role } from '#lib/values/roles.ts';
import { formatRole, roles } from '#lib/values/roles.ts';
import { ProblemNote } from './problem-note.tsx';
import { useTeamAction } from './use-team-action.ts';

/** The roles that need a second factor at this business. Roles can be added only. */
export function RequiredRoles({ businessId, initial }: { businessId: string; initial: readonly Role[] }) {
  const { act, isPending, problem } = useTeamAction();
  const [saved, setSaved] = useState<ReadonlySet<Role>>(new Set(initial));
  const [selected, setSelected] = useState<ReadonlySet<Role>>(new Set(initial));
  const toggle = (role: Role, isOn: boolean) =>
    setSelected(new Set(roles.filter((one) => (one === role ? isOn : selected.has(one)))));
  async function save() {
    const result = await act(() => requireFactorAction({ businessId, roles: [...selected] }), {
      failed: tFactors('team.rolesFailed'),
      done: () => tFactors('team.rolesSaved'),
    });
    if (result === null) return;
    setSaved(new Set(result.roles));
    setSelected(new Set(result.roles));
  }
  return (
    <Section title={tFactors('team.rolesTitle')}>
      <div className="grid max-w-form gap-3">
        <p className="text-muted text-sm">{tFactors('team.rolesDetail')}</p>
        <ProblemNote problem={problem} />
        <div className="grid gap-2">
          {roles.map((role) => (
            <Checkbox
              key={role}
              label={formatRole(role)}
              checked={selected.has(role)}
              disabled={saved.has(role)}
              onChange={(event) => toggle(role, event.target.checked)}
            />
          ))}
        </div>
        <div>
          <Button isPending={isPending} isDisabled={selected.size === saved.size} onPress={() => void save()}>
            {tFactors('team.rolesSave')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
