import { AmountText } from '#components/money/amount-text.tsx';
import type { DepositRow } from '#lib/deposits/schema.ts';
import { readDepositedAmount } from './deposit-figures.ts';

/** The one amount of a deposit's page. What only a callback told says so: it may be of the whole payment. */
export function DepositAmount({
  deposit,
}: {
  deposit: Pick<
    DepositRow,
    'depositAmount' | 'callbackDepositAmount' | 'displayAmount' | 'callbackDisplayAmount' | 'depositCurrency'
  >;
}) {
  const { amount, byCallback } = readDepositedAmount(deposit);
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <AmountText
        amount={amount}
        currency={deposit.depositCurrency}
        size="large"
        copyable
        unknown="The record does not tell the amount."
      />
      {byCallback && (
        <p className="text-muted text-xs">
          actualDepositAmount as a callback told it; it may be of the whole payment. The record has no
          depositAmount yet.
        </p>
      )}
    </div>
  );
}
