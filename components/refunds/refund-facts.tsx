import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Status } from '#components/status/status.tsx';
import { findRefundLabel } from '#components/status/status-table.ts';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tRefunds } from '#lib/messages/refunds.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { transactionLink } from '#lib/values/links.ts';

/** Shows every field of a deposit's refund (§2.6). */
export function RefundFacts({
  deposit,
  narrow = false,
}: {
  deposit: DepositDetail;
  /** Uses one column in any window. */
  narrow?: boolean;
}) {
  const { provenance, refundDepositCurrency: coin, refundDisplayCurrency: display } = deposit;
  const money = (
    field: 'refundAmount' | 'refundFee' | 'refundDisplayAmount' | 'refundDisplayFee',
    currency: string | null,
  ) => (
    <ValueWithSource provenance={provenance} field={field} unknown={tRefunds('notReported')}>
      {deposit[field] === null ? null : <AmountText amount={deposit[field]} currency={currency} />}
    </ValueWithSource>
  );
  return (
    <DescriptionList wide={!narrow}>
      <Fact label={tRefunds('facts.status')}>
        <Status named kind="refund" value={deposit.refundStatus} />
      </Fact>
      <Fact label={tRefunds('facts.reason')}>
        <ValueWithSource provenance={provenance} field="refundReason">
          {deposit.refundReason && findRefundLabel(deposit.refundReason)}
        </ValueWithSource>
      </Fact>
      <Fact label={tRefunds('facts.type')}>
        <ValueWithSource provenance={provenance} field="refundType">
          {deposit.refundType && findRefundLabel(deposit.refundType)}
        </ValueWithSource>
      </Fact>
      <Fact label={tRefunds('facts.coin')}>
        <ValueWithSource provenance={provenance} field="refundDepositCurrency">
          {coin && <CoinOnNetwork coin={coin} network={deposit.refundNetwork} />}
        </ValueWithSource>
      </Fact>
      <Fact label={tRefunds('facts.amount')}>{money('refundAmount', coin)}</Fact>
      <Fact label={tRefunds('facts.fee')} hint={tRefunds('hints.feeInCoin')}>
        {money('refundFee', coin)}
      </Fact>
      <Fact label={tRefunds('facts.displayAmount')}>{money('refundDisplayAmount', display)}</Fact>
      <Fact label={tRefunds('facts.displayFee')} hint={tRefunds('hints.displayFee')}>
        {money('refundDisplayFee', display)}
      </Fact>
      <Fact label={tRefunds('facts.transaction')}>
        <ValueWithSource
          provenance={provenance}
          field="refundTransactionId"
          unknown={tRefunds('noTransaction')}
        >
          {deposit.refundTransactionId && (
            <Identifier
              value={deposit.refundTransactionId}
              name={tRefunds('transactionHash')}
              href={transactionLink(deposit.refundNetwork ?? '', deposit.refundTransactionId)}
            />
          )}
        </ValueWithSource>
      </Fact>
      <Fact label={tRefunds('facts.confirmed')}>
        <ValueWithSource provenance={provenance} field="refundConfirmedAt" unknown={tRefunds('notConfirmed')}>
          {deposit.refundConfirmedAt === null ? null : <DateTime at={deposit.refundConfirmedAt} />}
        </ValueWithSource>
      </Fact>
      <Fact label={tRefunds('facts.firstSeen')} hint={tRefunds('hints.firstSeen')}>
        {deposit.refundFirstSeenAt === null ? null : <DateTime at={inSeconds(deposit.refundFirstSeenAt)} />}
      </Fact>
    </DescriptionList>
  );
}
