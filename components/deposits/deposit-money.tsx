import { AllAmounts } from '#components/money/all-amounts.tsx';
import { ImpliedRates } from '#components/money/implied-rates.tsx';
import { hasDepegLoss, listImpliedRates } from '#lib/deposits/model.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { MoneyTable } from './money-table.tsx';

/** Shows the implied rates of a deposit, and all its amounts as received on request. A depeg loss opens them. */
export function DepositMoney({ deposit }: { deposit: DepositDetail }) {
  return (
    <div className="flex flex-col gap-2">
      <ImpliedRates rates={listImpliedRates(deposit)} />
      <AllAmounts isOpen={hasDepegLoss(deposit)}>
        <MoneyTable deposit={deposit} />
      </AllAmounts>
    </div>
  );
}
