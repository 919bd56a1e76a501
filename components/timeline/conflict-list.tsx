import { FieldValue } from '#components/money/field-value.tsx';
import { findCurrency } from '#components/money/find-currency.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Time } from '#components/ui/time.tsx';
import { tTimeline } from '#lib/messages/timeline.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { Conflict } from '#lib/values/provenance.ts';
import { formatSource } from '#lib/values/provenance.ts';

/** Lists the fields for which sources reported different values. */
export function ConflictList({
  conflicts,
  record,
}: {
  conflicts: readonly Conflict[];
  /** The record, for the currencies of its amounts. */
  record: object;
}) {
  const inDoubt = conflicts.map(({ field }) => field);
  return (
    <Banner tone="attention" title={tTimeline('conflicts')}>
      <ul className="flex flex-col gap-1">
        {conflicts.map(({ field, values }) => (
          <li key={field} className="break-words">
            <code className="text-xs">{field}</code>:{' '}
            {values.map(({ value, source, at }, index) => (
              <span key={`${value} ${at}`}>
                {index > 0 && '; '}
                <span className="text-ink">
                  <FieldValue field={field} text={value} currency={findCurrency(field, record, inDoubt)} />
                </span>{' '}
                ({formatSource(source)}, <Time at={toUnixSeconds(at)} />)
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
