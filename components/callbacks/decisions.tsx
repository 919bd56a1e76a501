import { Section } from '#components/shell/section.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Decision } from '#lib/callbacks/schema/message.ts';
import { inSeconds } from '#lib/values/instant.ts';

const words = {
  released: 'Released',
  rejected: 'Rejected',
  reprocessed: 'Reprocessed',
} as const;

/** What people and reprocessing did to it, newest first. */
export function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <Section title="Decisions" count={decisions.length}>
      <ol className="flex flex-col">
        {decisions.map(({ revision, kind, at, person, note, accepted }) => (
          <li key={revision} className="border-line border-b py-1.5 text-sm last:border-b-0">
            <p>
              <span className="font-medium">{words[kind]}</span>{' '}
              <span className="text-muted">
                by {person ?? 'an operator'}, <Time at={inSeconds(at)} />
              </span>
            </p>
            {accepted.map(({ path, how }) => (
              <p key={`${path} ${how}`} className="text-muted text-xs">
                <code>{path}</code> {how === 'as-it-came' ? 'taken as it came' : 'left out'}
              </p>
            ))}
            {note !== null && <p className="whitespace-pre-wrap break-words">{note}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
