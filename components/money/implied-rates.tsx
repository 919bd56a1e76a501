import { tMoney } from '#lib/messages/money.ts';
import type { ImpliedRate } from '#lib/values/implied-rate.ts';
import { AmountText } from './amount-text.tsx';

/** Lists rates that recorded amounts imply, each with its two amounts. The service reports no rates. */
export function ImpliedRates({ rates }: { rates: readonly (ImpliedRate | null)[] }) {
  const lines = rates.filter((rate) => rate !== null);
  if (lines.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-muted text-sm">
      {lines.map(({ kind, rate, amount, base }) => (
        <li key={kind} aria-description={tMoney('impliedRate.hint')}>
          {tMoney.rich('impliedRate.line', {
            coin: base.currency,
            rate: () => (
              <span className="text-ink">
                <AmountText amount={rate} currency={amount.currency} exact />
              </span>
            ),
            amount: () => <AmountText amount={amount.amount} currency={amount.currency} />,
            base: () => <AmountText amount={base.amount} currency={base.currency} />,
          })}
        </li>
      ))}
    </ul>
  );
}
