import { tMoney } from '#lib/messages/money.ts';
import type { Amount } from '#lib/values/amount.ts';
import { AmountText } from './amount-text.tsx';

type RecordedAmountProps = {
  /** The currency is null where a deposit may use another coin than chosen. */
  recorded: { readonly amount: Amount; readonly currency: string | null } | null;
  unknown: string;
  size?: 'normal' | 'large';
  copyable?: boolean;
};

/** Shows the record's own total of its deposits, and says so where only the deposits name its coin. */
export function RecordedAmount({ recorded, unknown, ...display }: RecordedAmountProps) {
  const text = (
    <AmountText amount={recorded?.amount} currency={recorded?.currency} unknown={unknown} {...display} />
  );
  if (recorded === null || recorded.currency !== null) return text;
  return (
    <span className="whitespace-normal">
      {text}{' '}
      <span
        aria-description={tMoney('coinOfDepositsReason')}
        className="whitespace-nowrap text-attention text-xs"
      >
        {tMoney('coinOfDeposits')}
      </span>
    </span>
  );
}

/** Shows the requested amount below a different received one. Phone cards have no column for it. */
export const RequestedAmountOnCard = (
  requested: { readonly amount: Amount; readonly currency: string | null } | null,
  received: Amount | null | undefined,
) =>
  requested &&
  requested.amount !== received && (
    <span className="block text-muted text-xs md:hidden">
      {tMoney.rich('ofRequested', {
        amount: () => <AmountText amount={requested.amount} currency={requested.currency} />,
      })}
    </span>
  );
