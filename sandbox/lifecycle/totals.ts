import type { Amount } from '#lib/values/amount.ts';
import { fiatFractionDigits } from '#lib/values/currencies.ts';
import { minus, plus, sum, trimZeros, zero } from '../model/money.ts';
import type { PaymentState } from './payment-state.ts';

/** Rewrites the payment's `actual…` amounts from its confirmed deposits (assumption: only those count). */
export function updateTotals({ record }: PaymentState): void {
  const confirmed = record.deposits.filter(({ status }) => status === 'CONFIRMED');
  if (confirmed.length === 0) return;
  const display = record.displayCurrency ?? confirmed[0]?.displayCurrency ?? 'EUR';
  const fiat = (amounts: (Amount | null | undefined)[], currency: string) =>
    trimZeros(sum(amounts.map((value) => value ?? zero)), fiatFractionDigits(currency));
  const sameCoin = confirmed.filter(({ depositCurrency }) => depositCurrency === record.depositCurrency);
  record.actualDisplayAmount = fiat(
    confirmed.map(({ displayAmount }) => displayAmount),
    display,
  );
  record.actualDisplayDistributedUserServiceFee = fiat(
    confirmed.map((deposit) => deposit.displayDistributedUserServiceFee),
    display,
  );
  record.actualDepositAmount = sum(sameCoin.map(({ depositAmount }) => depositAmount ?? zero));
  record.actualDepositDistributedUserServiceFee = sum(
    sameCoin.map((deposit) => deposit.depositDistributedUserServiceFee ?? zero),
  );
  record.actualUniformAmount = fiat(
    confirmed.map((deposit) =>
      plus(
        deposit.uniformPayableAmount ?? zero,
        minus(deposit.uniformServiceFee ?? zero, deposit.uniformDistributedUserServiceFee ?? zero),
      ),
    ),
    'EUR',
  );
}
