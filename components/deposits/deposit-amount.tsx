import { AmountText } from '#components/money/amount-text.tsx';
import type { DepositRow } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import { readDepositedAmount } from './deposit-figures.ts';

/** Shows the amount of a deposit, and says so when only a callback reported it. */
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
        unknown={tDeposit('amount.notReported')}
      />
      {byCallback && <p className="text-muted text-xs">{tDeposit('amount.byCallback')}</p>}
    </div>
  );
}
