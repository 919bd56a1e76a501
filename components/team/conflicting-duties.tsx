import { Section } from '#components/shell/section.tsx';
import { tTeam } from '#lib/messages/team.ts';
import type { DutyConflict } from '#lib/team/model.ts';
import { listDutyConflicts } from '#lib/team/model.ts';
import type { Member } from '#lib/team/schema.ts';

const shownNames = 5;

/** Groups the members with access by the pairs of duties that they hold together. */
function groupByConflict(members: readonly Member[]): ReadonlyMap<DutyConflict, readonly string[]> {
  const groups = new Map<DutyConflict, readonly string[]>();
  for (const { name, role, disabled } of members) {
    if (disabled !== 'no') continue;
    for (const conflict of listDutyConflicts(role))
      groups.set(conflict, [...(groups.get(conflict) ?? []), name]);
  }
  return groups;
}

const formatNames = (names: readonly string[]): string => {
  const shown = names.slice(0, shownNames).join(', ');
  const rest = names.length - shownNames;
  return rest > 0 ? tTeam('duties.more', { names: shown, count: rest }) : shown;
};

/** Names the members who hold duties that separate people should have. Nothing without any. */
export function ConflictingDuties({ members }: { members: readonly Member[] }) {
  const groups = groupByConflict(members);
  if (groups.size === 0) return null;
  return (
    <Section title={tTeam('duties.title')}>
      <ul className="grid gap-2 text-sm">
        {[...groups].map(([conflict, names]) => (
          <li key={conflict}>
            <p>{tTeam(`duties.${conflict}`)}</p>
            <p className="text-muted">{tTeam('duties.holders', { names: formatNames(names) })}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-xs">{tTeam('duties.hint')}</p>
    </Section>
  );
}
