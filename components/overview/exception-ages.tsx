import { Section } from '#components/shell/section.tsx';
import { cx } from '#components/ui/cx.ts';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { listAddress, wholeList } from '#lib/lists/model/list-address.ts';
import { tOverview } from '#lib/messages/overview.ts';
import type { ExceptionAge } from '#lib/reports/schema/overview.ts';

/** The open exceptions by age, each with a bar and a link to its rows. Nothing without any. */
export function ExceptionAges({ base, ages }: { base: string; ages: readonly ExceptionAge[] }) {
  const highest = Math.max(0, ...ages.map(({ count }) => count.count));
  if (highest === 0) return null;
  return (
    <Section title={tOverview('exceptions.title')}>
      <ol className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-sm">
        {ages.map(({ key, days, count }) => (
          <li key={key} className="col-span-full grid min-h-7 grid-cols-subgrid items-center">
            <span>{tOverview(`exceptions.ages.${key}`)}</span>
            <span className="h-2.5">
              <span
                className={cx(
                  'block h-full rounded-xs',
                  key === 'older' ? 'bg-attention-line' : 'bg-line-strong',
                )}
                style={{ width: `${Math.round((1_000 * count.count) / highest) / 10}%` }}
              />
            </span>
            {count.count === 0 ? (
              <span className="text-end text-faint tabular-nums">
                <LocaleNumber value={0} />
              </span>
            ) : (
              <TextLink
                href={`${base}/exceptions?${listAddress({ ...wholeList, days: { at: days } })}`}
                prefetch={false}
                className="text-end font-medium tabular-nums"
              >
                <LocaleNumber value={count.count} />
                {count.more && '+'}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
