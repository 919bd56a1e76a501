import { FieldValue } from '#components/money/field-value.tsx';
import { Section } from '#components/shell/section.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { FieldConflict, Version } from '#lib/callbacks/schema/message.ts';
import { tCallbackPage } from '#lib/messages/callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatSource } from '#lib/values/provenance.ts';
import { Verdict } from './verdict.tsx';

/** Lists other contents about the same deposit or withdrawal. */
export function Versions({ base, versions }: { base: string; versions: readonly Version[] }) {
  if (versions.length === 0) return null;
  return (
    <Section title={tCallbackPage('versions.title')} count={versions.length}>
      <ul className="flex flex-col">
        {versions.map(({ messageId, reference, sha256, verdict, firstReceivedAt }) => (
          <li
            key={messageId}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-1.5 last:border-b-0"
          >
            <TextLink
              href={`${base}/callbacks/${reference}`}
              aria-description={sha256 ?? messageId}
              className="font-mono text-xs"
            >
              {shorten(sha256 ?? messageId)}
            </TextLink>
            <Verdict verdict={verdict} />
            <span className="ms-auto text-muted text-xs">
              <Time at={toUnixSeconds(firstReceivedAt)} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Shows the fields in which this callback conflicts with other sources; the value that counts comes first. */
export function Conflicts({ base, conflicts }: { base: string; conflicts: readonly FieldConflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <Section title={tCallbackPage('conflicts.title')} count={conflicts.length}>
      <dl className="flex flex-col gap-3 text-sm">
        {conflicts.map(({ field, values }) => (
          <div key={field}>
            <dt>
              <code className="text-xs">{field}</code>
            </dt>
            {values.map(({ value, source, at, reference, isThis }, index) => (
              <dd
                key={`${value} ${at}`}
                className="flex flex-wrap items-baseline gap-x-2 border-line border-b py-1 last:border-b-0"
              >
                <span className="min-w-0 break-all font-medium">
                  <FieldValue field={field} text={value} />
                </span>
                <span className="text-muted text-xs">
                  {isThis ? tCallbackPage('conflicts.thisCallback') : formatSource(source)},{' '}
                  <Time at={toUnixSeconds(at)} />
                  {index === 0 && ` · ${tCallbackPage('conflicts.counts')}`}
                </span>
                {reference !== null && !isThis && (
                  <TextLink href={`${base}/callbacks/${reference}`} className="text-xs">
                    {tCallbackPage('conflicts.show')}
                  </TextLink>
                )}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  );
}
