import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { PayerShare } from '#components/money/payer-share.tsx';
import { createFactLine } from '#components/records/fact-line.tsx';
import { TransactionFact } from '#components/timeline/transaction-fact.tsx';
import { Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import type { FactLine } from '#components/ui/reported-facts.tsx';
import { ReportedFacts } from '#components/ui/reported-facts.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { formatEnumValue } from '#lib/lists/model/choice-filter.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import { tTimeline } from '#lib/messages/timeline.ts';
import { depositFields } from '#lib/records/model/deposit.ts';
import type { Amount } from '#lib/values/amount.ts';
import { hasDestinationTag } from '#lib/values/currencies.ts';
import { findAddressLink } from '#lib/values/links.ts';

type Options = { readonly deposit: DepositDetail; readonly whole: boolean; readonly hasLine: boolean };

/** Returns the facts of a deposit, each with whether a source reported it. */
function listFacts({ deposit, whole, hasLine }: Options): readonly FactLine[] {
  const { network, fromAddress, toAddress, destinationTag } = deposit;
  const line = createFactLine(depositFields, deposit);
  const amount = (value: Amount | null) =>
    value && <AmountText amount={value} currency={deposit.depositCurrency} />;
  const address = (value: string | null, name: string) =>
    value && (
      <Identifier whole={whole} value={value} name={name} href={findAddressLink(network ?? '', value)} />
    );
  const tag = tDeposit('facts.destinationTag');
  return [
    line(
      'depositReceivedAt',
      deposit.depositReceivedAt === null ? null : <DateTime at={deposit.depositReceivedAt} />,
    ),
    line(
      'depositCurrency',
      deposit.depositCurrency && <CoinOnNetwork coin={deposit.depositCurrency} network={network} />,
    ),
    ...(hasLine
      ? []
      : [
          line('onChainFee', amount(deposit.onChainFee), {
            hint: tDeposit('hints.onChainFee'),
          }),
        ]),
    line('depositDistributedUserServiceFee', amount(deposit.depositDistributedUserServiceFee), {
      label: tDeposit('facts.distributedFee'),
      hint: tDeposit('hints.distributedFee'),
    }),
    line(
      'userServiceFeeDistributionPercentage',
      deposit.userServiceFeeDistributionPercentage !== null && (
        <PayerShare share={deposit.userServiceFeeDistributionPercentage} />
      ),
      { hint: tDeposit('hints.payerShare') },
    ),
    line('rateType', deposit.rateType === null ? null : formatEnumValue(deposit.rateType), {
      hint: tDeposit('hints.rate'),
    }),
    {
      label: tTimeline('transaction'),
      isReported: deposit.transactionId !== null,
      fact: <TransactionFact key="transactionId" record={deposit} network={network} whole={whole} />,
    },
    line('fromAddress', address(fromAddress, tDeposit('identifiers.sendingAddress')), { stacked: whole }),
    line('toAddress', address(toAddress, tDeposit('identifiers.receivingAddress')), {
      stacked: whole,
    }),
    ...(destinationTag !== null || hasDestinationTag(network ?? deposit.depositCurrency ?? '')
      ? [
          {
            label: tag,
            // That the payment has no tag is a fact, too.
            isReported: true,
            fact: (
              <Fact key="destinationTag" label={tag} hint={tDeposit('hints.destinationTag')} stacked={whole}>
                {destinationTag === null ? (
                  <UnknownValue reason={tDeposit('noTag')} />
                ) : (
                  <Identifier whole value={destinationTag} name={tDeposit('identifiers.destinationTag')} />
                )}
              </Fact>
            ),
          },
        ]
      : []),
  ];
}

/** Shows the addresses of a deposit, its fees and the other facts of its record. */
export function DepositFacts({
  deposit,
  whole = false,
  narrow = false,
  collapse = false,
  hasLine = false,
}: {
  deposit: DepositDetail;
  whole?: boolean;
  /** Uses one column in any window. */
  narrow?: boolean;
  /** Replaces facts without a value by their number. */
  collapse?: boolean;
  /** A `DepositLine` above has its blockchain fee. */
  hasLine?: boolean;
}) {
  return <ReportedFacts wide={!narrow} collapse={collapse} lines={listFacts({ deposit, whole, hasLine })} />;
}
