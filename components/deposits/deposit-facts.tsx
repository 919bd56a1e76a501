'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { SourcedValue } from '#components/timeline/known.tsx';
import { TransactionFact } from '#components/timeline/transaction-fact.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { sentence } from '#lib/lists/model/choice-filter.ts';
import { networkUsesTag } from '#lib/values/currencies.ts';
import { addressLink } from '#lib/values/links.ts';

/** Where a deposit came from and went to, and what else its record says. */
export function DepositFacts({
  deposit,
  whole = false,
  narrow = false,
}: {
  deposit: DepositDetail;
  whole?: boolean;
  /** One below the other, however wide the window. */
  narrow?: boolean;
}) {
  const { provenance, network, fromAddress, toAddress, destinationTag } = deposit;
  return (
    <DescriptionList wide={!narrow}>
      <Fact label="Received">
        <SourcedValue provenance={provenance} field="depositReceivedAt">
          {deposit.depositReceivedAt === null ? null : <DateTime at={deposit.depositReceivedAt} />}
        </SourcedValue>
      </Fact>
      <Fact label="Coin">
        <SourcedValue provenance={provenance} field="depositCurrency">
          {deposit.depositCurrency && <CoinOnNetwork coin={deposit.depositCurrency} network={network} />}
        </SourcedValue>
      </Fact>
      <Fact label="On-chain fee" hint="Paid by the payer, in the deposit currency">
        <SourcedValue provenance={provenance} field="onChainFee">
          {deposit.onChainFee && (
            <AmountText amount={deposit.onChainFee} currency={deposit.depositCurrency} />
          )}
        </SourcedValue>
      </Fact>
      <Fact label="Distributed fee" hint="The payer’s part of the service fee, in the deposit currency">
        <SourcedValue provenance={provenance} field="depositDistributedUserServiceFee">
          {deposit.depositDistributedUserServiceFee && (
            <AmountText
              amount={deposit.depositDistributedUserServiceFee}
              currency={deposit.depositCurrency}
            />
          )}
        </SourcedValue>
      </Fact>
      <Fact
        label="Fee borne by payer"
        hint="userServiceFeeDistributionPercentage, as received: its scale is not shown"
      >
        <SourcedValue provenance={provenance} field="userServiceFeeDistributionPercentage">
          {deposit.userServiceFeeDistributionPercentage}
        </SourcedValue>
      </Fact>
      <Fact label="Rate" hint="Can differ from the payment’s; told by the callback alone">
        <SourcedValue provenance={provenance} field="rateType">
          {deposit.rateType === null ? null : sentence(deposit.rateType)}
        </SourcedValue>
      </Fact>
      <TransactionFact record={deposit} network={network} whole={whole} />
      <Fact label="From" stacked={whole}>
        <SourcedValue provenance={provenance} field="fromAddress">
          {fromAddress && (
            <Identifier
              whole={whole}
              value={fromAddress}
              name="sending address"
              href={addressLink(network ?? '', fromAddress)}
            />
          )}
        </SourcedValue>
      </Fact>
      <Fact label="To" stacked={whole}>
        <SourcedValue provenance={provenance} field="toAddress">
          {toAddress && (
            <Identifier
              whole={whole}
              value={toAddress}
              name="receiving address"
              href={addressLink(network ?? '', toAddress)}
            />
          )}
        </SourcedValue>
      </Fact>
      {(destinationTag !== null || networkUsesTag(network ?? deposit.depositCurrency ?? '')) && (
        <Fact label="Destination tag" hint="Of its payment: a deposit is told none" stacked={whole}>
          {destinationTag === null ? (
            <Unknown reason="Its payment tells none for this address." />
          ) : (
            <Identifier whole value={destinationTag} name="destination tag" />
          )}
        </Fact>
      )}
    </DescriptionList>
  );
}
