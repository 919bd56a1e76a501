import { Section } from '#components/shell/section.tsx';
import { tTeam } from '#lib/messages/team.ts';
import type { DutyHolders } from '#lib/team/schema.ts';

function formatNames({ names, total }: DutyHolders): string {
  const shown = names.join(', ');
  const rest = total - names.length;
  return rest > 0 ? tTeam('duties.more', { names: shown, count: rest }) : shown;
}

/** Names the members who hold duties that separate people should have. Nothing without any. */
export function ConflictingDuties({ duties }: { duties: readonly DutyHolders[] }) {
  if (duties.length === 0) return null;
  return (
    <Section title={tTeam('duties.title')}>
      <ul className="grid gap-2 text-sm">
        {duties.map((holders) => (
          <li key={holders.conflict}>
            <p>{tTeam(`duties.${holders.conflict}`)}</p>
            <p className="text-muted">{tTeam('duties.holders', { names: formatNames(holders) })}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-xs">{tTeam('duties.hint')}</p>
    </Section>
  );
}
