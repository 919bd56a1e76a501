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
import { inSeconds } from '#lib/values/instant.ts';
import { transactionLink } from '#lib/values/links.ts';

/** §2.6: the refund of a deposit, every field of it. */
export function RefundFacts({
  deposit,
  narrow = false,
}: {
  deposit: DepositDetail;
  /** One below the other, however wide the window. */
  narrow?: boolean;
}) {
  const { provenance, refundDepositCurrency: coin, refundDisplayCurrency: display } = deposit;
  const money = (
    field: 'refundAmount' | 'refundFee' | 'refundDisplayAmount' | 'refundDisplayFee',
    currency: string | null,
  ) => (
    <SourcedValue provenance={provenance} field={field} unknown="The record does not tell it.">
      {deposit[field] === null ? null : <AmountText amount={deposit[field]} currency={currency} />}
    </SourcedValue>
  );
  return (
    <DescriptionList wide={!narrow}>
      <Fact label="Status">
        <Status kind="refund" value={deposit.refundStatus} />
      </Fact>
      <Fact label="Reason">
        <SourcedValue provenance={provenance} field="refundReason">
          {deposit.refundReason && refundWord(deposit.refundReason)}
        </SourcedValue>
      </Fact>
      <Fact label="Type">
        <SourcedValue provenance={provenance} field="refundType">
          {deposit.refundType && refundWord(deposit.refundType)}
        </SourcedValue>
      </Fact>
      <Fact label="Coin">
        <SourcedValue provenance={provenance} field="refundDepositCurrency">
          {coin && <CoinOnNetwork coin={coin} network={deposit.refundNetwork} />}
        </SourcedValue>
      </Fact>
      <Fact label="Amount">{money('refundAmount', coin)}</Fact>
      <Fact label="Fee" hint="Blockchain fee in the deposit currency">
        {money('refundFee', coin)}
      </Fact>
      <Fact label="Display amount">{money('refundDisplayAmount', display)}</Fact>
      <Fact label="Display fee" hint="Blockchain fee in the display currency">
        {money('refundDisplayFee', display)}
      </Fact>
      <Fact label="Transaction">
        <SourcedValue
          provenance={provenance}
          field="refundTransactionId"
          unknown="No refund transaction has been told."
        >
          {deposit.refundTransactionId && (
            <Identifier
              value={deposit.refundTransactionId}
              name="refund transaction hash"
              href={transactionLink(deposit.refundNetwork ?? '', deposit.refundTransactionId)}
            />
          )}
        </SourcedValue>
      </Fact>
      <Fact label="Confirmed">
        <SourcedValue
          provenance={provenance}
          field="refundConfirmedAt"
          unknown="Not confirmed, as far as we were told."
        >
          {deposit.refundConfirmedAt === null ? null : <DateTime at={deposit.refundConfirmedAt} />}
        </SourcedValue>
      </Fact>
      <Fact
        label="First seen"
        hint="A refund has no creation time: its age counts from when it was first seen here"
      >
        {deposit.refundFirstSeenAt === null ? null : <DateTime at={inSeconds(deposit.refundFirstSeenAt)} />}
      </Fact>
    </DescriptionList>
  );
}
