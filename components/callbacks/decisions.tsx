import { Section } from '#components/shell/section.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Decision } from '#lib/callbacks/schema/message.ts';
import { tCallbackPage } from '#lib/messages/callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Lists the decisions of people and of reprocessing, newest first. */
export function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <Section title={tCallbackPage('decisions.title')} count={decisions.length}>
      <ol className="flex flex-col">
        {decisions.map(({ revision, kind, at, person, note, accepted }) => (
          <li key={revision} className="border-line border-b py-1.5 text-sm last:border-b-0">
            <p>
              <span className="font-medium">{tCallbackPage(`decisions.${kind}`)}</span>{' '}
              <span className="text-muted">
                {tCallbackPage.rich('decisions.author', {
                  name: person ?? tCallbackPage('decisions.operator'),
                  time: () => <Time at={toUnixSeconds(at)} />,
                })}
              </span>
            </p>
            {accepted.map(({ path, how }) => (
              <p key={`${path} ${how}`} className="text-muted text-xs">
                {tCallbackPage.rich(
                  how === 'as-it-came' ? 'decisions.acceptedAsReceived' : 'decisions.leftOut',
                  { code: () => <code>{path}</code> },
                )}
              </p>
            ))}
            {note !== null && <p className="whitespace-pre-wrap break-words">{note}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
