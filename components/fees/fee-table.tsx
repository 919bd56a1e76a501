'use client';

import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tFees } from '#lib/messages/fees.ts';
import type { FeeDimension, FeeFigures, FeeGroup, FeesView } from '#lib/statements/schema-fees.ts';
import { toGroupHref } from './fee-links.ts';
import { nameGroup } from './group-name.ts';
import { PercentText } from './percent-text.tsx';

/** The number of deposits that a figure is about, where these aren't all. */
export function Coverage({ known, count }: { known: number; count: number }) {
  const { locale } = useLocaleSettings();
  if (known === count) return null;
  return (
    <span className="block text-muted text-xs" suppressHydrationWarning>
      {tFees('ofDeposits', { known: known.toLocaleString(locale), count: count.toLocaleString(locale) })}
    </span>
  );
}

/** Groups of deposits with their fees or their depeg losses. */
export function FeeTable({
  businessId,
  view,
  title,
  dimension,
  groups,
  measure,
}: {
  businessId: string;
  view: FeesView;
  title: string;
  dimension: FeeDimension;
  groups: readonly FeeGroup[];
  measure: 'rate' | 'depeg';
}) {
  const { locale } = useLocaleSettings();
  const { currency } = view;
  return (
    <DataTable stacks="flow" label={title} sticky={false} density="compact" takesFocus={dimension === 'band'}>
      <thead>
        <tr>
          <HeadCell>{tFees(`dimension.${dimension}`)}</HeadCell>
          <HeadCell numeric>{tFees('deposits')}</HeadCell>
          {measure === 'rate' ? (
            <>
              <HeadCell numeric>{tFees('credited')}</HeadCell>
              <HeadCell numeric>{tFees('serviceFee')}</HeadCell>
              <HeadCell numeric>{tFees('effective')}</HeadCell>
              <HeadCell numeric>{tFees('payers')}</HeadCell>
            </>
          ) : (
            <HeadCell numeric>{tFees('depeg')}</HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const href = toGroupHref({ businessId, ...view }, dimension, group.key);
          const name = nameGroup(dimension, group.key, locale);
          return (
            <Row key={group.key}>
              <Cell>
                {href === null ? (
                  name
                ) : (
                  <TextLink href={href} prefetch={false}>
                    {name}
                  </TextLink>
                )}
              </Cell>
              <Cell numeric>
                <LocaleNumber value={group.count} />
              </Cell>
              {measure === 'rate' ? (
                <FeeCells group={group} currency={currency} />
              ) : (
                <Cell numeric>
                  <SignedAmount amount={group.depegLoss} currency={currency} unknown={tFees('noAmount')} />
                  <Coverage known={group.depegKnown} count={group.count} />
                </Cell>
              )}
            </Row>
          );
        })}
      </tbody>
    </DataTable>
  );
}

function FeeCells({ group, currency }: { group: FeeFigures; currency: string }) {
  return (
    <>
      <Cell numeric>
        <AmountText amount={group.credited} currency={currency} unknown={tFees('noAmount')} />
      </Cell>
      <Cell numeric>
        <AmountText amount={group.fee} currency={currency} unknown={tFees('noAmount')} />
        <Coverage known={group.feeKnown} count={group.count} />
      </Cell>
      <Cell numeric>
        <PercentText percent={group.rate} unknown={tFees('noRate')} />
        <Coverage known={group.rated} count={group.count} />
      </Cell>
      <Cell numeric>
        <AmountText amount={group.distributed} currency={currency} unknown={tFees('noAmount')} />
        {group.payerShare !== null && (
          <span className="block text-muted text-xs">
            <PercentText percent={group.payerShare} unknown={tFees('noRate')} />
          </span>
        )}
      </Cell>
    </>
  );
}
