import { tMoney } from '#lib/messages/money.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import type { AmountTextProps } from './amount-text.tsx';
import { AmountText } from './amount-text.tsx';
import { CallbackOnlyMark } from './callback-only-mark.tsx';

/** Shows an amount and marks it when it is estimated or reported by callback only. */
export function ProvisionalAmount({
  provisional,
  ...amount
}: AmountTextProps & { provisional: Provisional | null }) {
  const text = <AmountText {...amount} />;
  switch (provisional) {
    case null:
      return text;
    case 'callback':
      return (
        <span className="whitespace-nowrap">
          <CallbackOnlyMark reason={tMoney('byCallbackReason')} />
          {text}
        </span>
      );
    case 'estimate':
      return (
        <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
          <span className="text-muted text-xs">{tMoney('estimated')}</span>
          {text}
        </span>
      );
  }
}
