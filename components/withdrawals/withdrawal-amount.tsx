import { AmountText } from '#components/money/amount-text.tsx';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';

/** The one amount of a withdrawal's page and drawer, under what it is: an estimate is no payout. */
export function WithdrawalAmount({
  withdrawal: { actualWithdrawAmount, estimatedWithdrawAmount, withdrawCurrency },
}: {
  withdrawal: Pick<WithdrawalDetail, 'actualWithdrawAmount' | 'estimatedWithdrawAmount' | 'withdrawCurrency'>;
}) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="text-muted text-xs">{actualWithdrawAmount === null ? 'Estimated' : 'Withdrawn'}</span>
      <AmountText
        amount={actualWithdrawAmount ?? estimatedWithdrawAmount}
        currency={withdrawCurrency}
        size="large"
        copyable
      />
    </div>
  );
}
