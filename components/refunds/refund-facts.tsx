import type { ReactNode } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Status } from '#components/status/status.tsx';
import { findRefundLabel } from '#components/status/status-table.ts';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import type { FactLine } from '#components/ui/reported-facts.tsx';
import { ReportedFacts } from '#components/ui/reported-facts.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tRefunds } from '#lib/messages/refunds.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { findTransactionLink } from '#lib/values/links.ts';

/** Returns every field of a deposit's refund (§2.6), each with whether a source reported it. */
function listFacts(deposit: DepositDetail): readonly FactLine[] {
  const { provenance, refundDepositCurrency: coin, refundDisplayCurrency: display } = deposit;
  const line = (
    label: string,
    field: keyof DepositDetail,
    value: ReactNode,
    { hint, unknown }: { hint?: string; unknown?: string } = {},
  ): FactLine => ({
    label,
    isReported: deposit[field] !== null && deposit[field] !== '',
    fact: (
      <Fact key={field} label={label} {...(hint === undefined ? {} : { hint })}>
        <ValueWithSource
          provenance={provenance}
          field={field}
          {...(unknown === undefined ? {} : { unknown })}
        >
          {value}
        </ValueWithSource>
      </Fact>
    ),
  });
  const money = (
    label: string,
    field: 'refundAmount' | 'refundFee' | 'refundDisplayAmount' | 'refundDisplayFee',
    currency: string | null,
    hint?: string,
  ) =>
    line(
      label,
      field,
      deposit[field] === null ? null : <AmountText amount={deposit[field]} currency={currency} />,
      { unknown: tRefunds('notReported'), ...(hint === undefined ? {} : { hint }) },
    );
  return [
    {
      label: tRefunds('facts.status'),
      isReported: true,
      fact: (
        <Fact key="refundStatus" label={tRefunds('facts.status')}>
          <Status named kind="refund" value={deposit.refundStatus} />
        </Fact>
      ),
    },
    line(
      tRefunds('facts.reason'),
      'refundReason',
      deposit.refundReason && findRefundLabel(deposit.refundReason),
    ),
    line(tRefunds('facts.type'), 'refundType', deposit.refundType && findRefundLabel(deposit.refundType)),
    line(
      tRefunds('facts.coin'),
      'refundDepositCurrency',
      coin && <CoinOnNetwork coin={coin} network={deposit.refundNetwork} />,
    ),
    money(tRefunds('facts.amount'), 'refundAmount', coin),
    money(tRefunds('facts.fee'), 'refundFee', coin, tRefunds('hints.feeInCoin')),
    money(tRefunds('facts.displayAmount'), 'refundDisplayAmount', display),
    money(tRefunds('facts.displayFee'), 'refundDisplayFee', display, tRefunds('hints.displayFee')),
    line(
      tRefunds('facts.transaction'),
      'refundTransactionId',
      deposit.refundTransactionId && (
        <Identifier
          value={deposit.refundTransactionId}
          name={tRefunds('transactionHash')}
          href={findTransactionLink(deposit.refundNetwork ?? '', deposit.refundTransactionId)}
        />
      ),
      { unknown: tRefunds('noTransaction') },
    ),
    line(
      tRefunds('facts.confirmed'),
      'refundConfirmedAt',
      deposit.refundConfirmedAt === null ? null : <DateTime at={deposit.refundConfirmedAt} />,
      { unknown: tRefunds('notConfirmed') },
    ),
    {
      label: tRefunds('facts.firstSeen'),
      isReported: deposit.refundFirstSeenAt !== null,
      fact: (
        <Fact key="refundFirstSeenAt" label={tRefunds('facts.firstSeen')} hint={tRefunds('hints.firstSeen')}>
          {deposit.refundFirstSeenAt === null ? null : (
            <DateTime at={toUnixSeconds(deposit.refundFirstSeenAt)} />
          )}
        </Fact>
      ),
    },
  ];
}

/** Shows every field of a deposit's refund (§2.6). */
export function RefundFacts({
  deposit,
  narrow = false,
  collapse = false,
}: {
  deposit: DepositDetail;
  /** Uses one column in any window. */
  narrow?: boolean;
  /** Replaces facts without a value by their number. */
  collapse?: boolean;
}) {
  return <ReportedFacts wide={!narrow} collapse={collapse} lines={listFacts(deposit)} />;
}
