import { FieldValue } from '#components/money/field-value.tsx';
import { Section } from '#components/shell/section.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Contradiction, Version } from '#lib/callbacks/schema/message.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { sourceWords } from '#lib/values/provenance.ts';
import { Verdict } from './verdict.tsx';

/** Other contents about the same deposit or withdrawal. */
export function Versions({ base, versions }: { base: string; versions: readonly Version[] }) {
  if (versions.length === 0) return null;
  return (
    <Section title="Other versions" count={versions.length}>
      <ul className="flex flex-col">
        {versions.map(({ messageId, reference, sha256, verdict, firstReceivedAt }) => (
          <li
            key={messageId}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-1.5 last:border-b-0"
          >
            <TextLink
              href={`${base}/callbacks/${reference}`}
              title={sha256 ?? messageId}
              className="font-mono text-xs"
            >
              {shorten(sha256 ?? messageId)}
            </TextLink>
            <Verdict verdict={verdict} />
            <span className="ml-auto text-muted text-xs">
              <Time at={inSeconds(firstReceivedAt)} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What this callback says against others, with all sides; the one that counts first. */
export function Contradictions({
  base,
  contradictions,
}: {
  base: string;
  contradictions: readonly Contradiction[];
}) {
  if (contradictions.length === 0) return null;
  return (
    <Section title="Contradictions" count={contradictions.length}>
      <dl className="flex flex-col gap-3 text-sm">
        {contradictions.map(({ field, values }) => (
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
                  {isThis ? 'this callback' : sourceWords(source)}, <Time at={inSeconds(at)} />
                  {index === 0 && ' · counts'}
                </span>
                {reference !== null && !isThis && (
                  <TextLink href={`${base}/callbacks/${reference}`} className="text-xs">
                    See it
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
