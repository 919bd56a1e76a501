import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { TransactionFact } from '#components/timeline/transaction-fact.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { toSentence } from '#lib/lists/model/choice-filter.ts';
import { tDeposit } from '#lib/messages/deposit.ts';
import { networkUsesTag } from '#lib/values/currencies.ts';
import { addressLink } from '#lib/values/links.ts';

/** Shows the addresses of a deposit, its fees and the other facts of its record. */
export function DepositFacts({
  deposit,
  whole = false,
  narrow = false,
}: {
  deposit: DepositDetail;
  whole?: boolean;
  /** Uses one column in any window. */
  narrow?: boolean;
}) {
  const { provenance, network, fromAddress, toAddress, destinationTag } = deposit;
  return (
    <DescriptionList wide={!narrow}>
      <Fact label={tDeposit('facts.received')}>
        <ValueWithSource provenance={provenance} field="depositReceivedAt">
          {deposit.depositReceivedAt === null ? null : <DateTime at={deposit.depositReceivedAt} />}
        </ValueWithSource>
      </Fact>
      <Fact label={tDeposit('facts.coin')}>
        <ValueWithSource provenance={provenance} field="depositCurrency">
          {deposit.depositCurrency && <CoinOnNetwork coin={deposit.depositCurrency} network={network} />}
        </ValueWithSource>
      </Fact>
      <Fact label={tDeposit('facts.onChainFee')} hint={tDeposit('hints.onChainFee')}>
        <ValueWithSource provenance={provenance} field="onChainFee">
          {deposit.onChainFee && (
            <AmountText amount={deposit.onChainFee} currency={deposit.depositCurrency} />
          )}
        </ValueWithSource>
      </Fact>
      <Fact label={tDeposit('facts.distributedFee')} hint={tDeposit('hints.distributedFee')}>
        <ValueWithSource provenance={provenance} field="depositDistributedUserServiceFee">
          {deposit.depositDistributedUserServiceFee && (
            <AmountText
              amount={deposit.depositDistributedUserServiceFee}
              currency={deposit.depositCurrency}
            />
          )}
        </ValueWithSource>
      </Fact>
      <Fact label={tDeposit('facts.payerShare')} hint={tDeposit('hints.payerShare')}>
        <ValueWithSource provenance={provenance} field="userServiceFeeDistributionPercentage">
          {deposit.userServiceFeeDistributionPercentage}
        </ValueWithSource>
      </Fact>
      <Fact label={tDeposit('facts.rate')} hint={tDeposit('hints.rate')}>
        <ValueWithSource provenance={provenance} field="rateType">
          {deposit.rateType === null ? null : toSentence(deposit.rateType)}
        </ValueWithSource>
      </Fact>
      <TransactionFact record={deposit} network={network} whole={whole} />
      <Fact label={tDeposit('facts.from')} stacked={whole}>
        <ValueWithSource provenance={provenance} field="fromAddress">
          {fromAddress && (
            <Identifier
              whole={whole}
              value={fromAddress}
              name={tDeposit('identifiers.sendingAddress')}
              href={addressLink(network ?? '', fromAddress)}
            />
          )}
        </ValueWithSource>
      </Fact>
      <Fact label={tDeposit('facts.to')} stacked={whole}>
        <ValueWithSource provenance={provenance} field="toAddress">
          {toAddress && (
            <Identifier
              whole={whole}
              value={toAddress}
              name={tDeposit('identifiers.receivingAddress')}
              href={addressLink(network ?? '', toAddress)}
            />
          )}
        </ValueWithSource>
      </Fact>
      {(destinationTag !== null || networkUsesTag(network ?? deposit.depositCurrency ?? '')) && (
        <Fact
          label={tDeposit('facts.destinationTag')}
          hint={tDeposit('hints.destinationTag')}
          stacked={whole}
        >
          {destinationTag === null ? (
            <Unknown reason={tDeposit('noTag')} />
          ) : (
            <Identifier whole value={destinationTag} name={tDeposit('identifiers.destinationTag')} />
          )}
        </Fact>
      )}
    </DescriptionList>
  );
}
