import { Section } from '#components/shell/section.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { BusinessChange, FieldChange } from '#lib/businesses/schema.ts';
import { tBusiness } from '#lib/messages/business.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

function Value({ text }: { text: string | null }) {
  if (text === null) return <UnknownValue reason={tBusiness('history.absent')} />;
  return <span className="break-words">{text === '' ? tBusiness('history.empty') : text}</span>;
}

function Change({ change }: { change: FieldChange }) {
  return (
    <div className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[minmax(10rem,1fr)_minmax(0,2fr)]">
      <dt className="break-all font-mono text-xs">{change.field}</dt>
      <dd className="text-sm">
        {change.secretOnly ? (
          tBusiness('history.secretChanged')
        ) : (
          <>
            <span className="text-muted">
              <Value text={change.before} />
            </span>
            <span aria-hidden className="px-1.5 text-faint">
              →
            </span>
            <span className="sr-only"> {tBusiness('history.changedTo')} </span>
            <Value text={change.after} />
          </>
        )}
      </dd>
    </div>
  );
}

/** Changes that the service reported for the business, newest first. */
export function BusinessHistory({ changes }: { changes: readonly BusinessChange[] }) {
  return (
    <Section title={tBusiness('history.title')} count={changes.length}>
      <ol className="flex flex-col divide-y divide-line">
        {changes.map((entry) => (
          <li key={entry.at} className="flex flex-col gap-1.5 py-2.5 first:pt-0 last:pb-0">
            <p className="text-muted text-xs">
              <DateTime at={toUnixSeconds(entry.at)} precise />
            </p>
            {entry.changes.length === 0 ? (
              <p className="text-sm">{tBusiness('history.first')}</p>
            ) : (
              <dl className="flex flex-col gap-1.5">
                {entry.changes.map((change) => (
                  <Change key={change.field} change={change} />
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
