'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Status } from '#components/status/status.tsx';
import { refundWord } from '#components/status/status-table.ts';
import { SourcedValue } from '#components/timeline/known.tsx';
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
    <SourcedValue provenance={provenance} field={field} unknown={tRefunds('notReported')}>
      {deposit[field] === null ? null : <AmountText amount={deposit[field]} currency={currency} />}
    </SourcedValue>
  );
  return (
    <DescriptionList wide={!narrow}>
      <Fact label={tRefunds('facts.status')}>
        <Status kind="refund" value={deposit.refundStatus} />
      </Fact>
      <Fact label={tRefunds('facts.reason')}>
        <SourcedValue provenance={provenance} field="refundReason">
          {deposit.refundReason && refundWord(deposit.refundReason)}
        </SourcedValue>
      </Fact>
      <Fact label={tRefunds('facts.type')}>
        <SourcedValue provenance={provenance} field="refundType">
          {deposit.refundType && refundWord(deposit.refundType)}
        </SourcedValue>
      </Fact>
      <Fact label={tRefunds('facts.coin')}>
        <SourcedValue provenance={provenance} field="refundDepositCurrency">
          {coin && <CoinOnNetwork coin={coin} network={deposit.refundNetwork} />}
        </SourcedValue>
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
        <SourcedValue provenance={provenance} field="refundTransactionId" unknown={tRefunds('noTransaction')}>
          {deposit.refundTransactionId && (
            <Identifier
              value={deposit.refundTransactionId}
              name={tRefunds('transactionHash')}
              href={transactionLink(deposit.refundNetwork ?? '', deposit.refundTransactionId)}
            />
          )}
        </SourcedValue>
      </Fact>
      <Fact label={tRefunds('facts.confirmed')}>
        <SourcedValue provenance={provenance} field="refundConfirmedAt" unknown={tRefunds('notConfirmed')}>
          {deposit.refundConfirmedAt === null ? null : <DateTime at={deposit.refundConfirmedAt} />}
        </SourcedValue>
      </Fact>
      <Fact label={tRefunds('facts.firstSeen')} hint={tRefunds('hints.firstSeen')}>
        {deposit.refundFirstSeenAt === null ? null : <DateTime at={inSeconds(deposit.refundFirstSeenAt)} />}
      </Fact>
    </DescriptionList>
  );
}
