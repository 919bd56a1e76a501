'use client';

import { formatSignedAmount } from '#components/money/format-amount.ts';
import { Section } from '#components/shell/section.tsx';
import { Bars, solidBar } from '#components/ui/bars.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { RankedBars } from '#components/ui/ranked-bars.tsx';
import { tFees } from '#lib/messages/fees.ts';
import type { FeeDimension, FeeGroup, FeesView } from '#lib/statements/schema-fees.ts';
import { toGroupHref } from './fee-links.ts';
import { FeeTable } from './fee-table.tsx';
import { nameGroup } from './group-name.ts';
import { formatPercent } from './percent-text.tsx';

/** The most groups that are lines with a name and a value each. More are days, as bars. */
const mostLines = 12;

/** Effective fees or depeg losses of groups as bars, with the same groups as a table. */
export function FeeChart({
  businessId,
  view,
  title,
  dimension,
  measure,
}: {
  businessId: string;
  view: FeesView;
  title: string;
  dimension: FeeDimension;
  measure: 'rate' | 'depeg';
}) {
  const { locale } = useLocaleSettings();
  const { currency } = view;
  const isRate = measure === 'rate';
  const groups = view.groups[dimension].filter(({ depegKnown }) => isRate || depegKnown > 0);
  const name = (group: FeeGroup) => nameGroup(dimension, group.key, locale);
  const format = ({ rate, depegLoss }: FeeGroup): string | null => {
    if (isRate) return rate === null ? null : formatPercent(rate, locale);
    return depegLoss === null ? null : `${formatSignedAmount(depegLoss, currency, locale).text} ${currency}`;
  };
  const findShare = (group: FeeGroup) => (isRate ? group.rateShare : group.depegShare);
  const bars = groups.map((group) => ({
    key: group.key,
    label: name(group),
    value: format(group) ?? '—',
    share: findShare(group),
    href: toGroupHref({ businessId, ...view }, dimension, group.key),
    description: tFees('bar', {
      name: name(group),
      value: format(group) ?? tFees('notReported'),
      deposits: tFees('allDeposits', { n: group.count, count: group.count.toLocaleString(locale) }),
    }),
  }));
  const highest = groups.find((group) => findShare(group) === 1_000);
  const [begin, end] = [groups[0], groups.at(-1)];
  return (
    <Section title={title}>
      {highest === undefined || begin === undefined || end === undefined ? (
        <p className="text-muted text-sm">{tFees('noBars')}</p>
      ) : (
        <div className="flex flex-col gap-1">
          {bars.length <= mostLines ? (
            <RankedBars bars={bars} />
          ) : (
            <>
              <p className="text-faint text-xs" suppressHydrationWarning>
                {tFees('highest', { value: format(highest) ?? '', name: name(highest) })}
              </p>
              <Bars
                label={tFees('readOut', { title })}
                bars={bars.map((bar) => ({ ...bar, parts: [{ share: bar.share, className: solidBar }] }))}
                first={groups.indexOf(highest)}
                labels={[name(begin), name(end)]}
                marks={[]}
              />
            </>
          )}
          <Disclosure title={tFees('viewAsTable')}>
            <FeeTable
              businessId={businessId}
              view={view}
              title={title}
              dimension={dimension}
              groups={groups}
              measure={measure}
            />
          </Disclosure>
        </div>
      )}
    </Section>
  );
}
