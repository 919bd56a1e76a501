import type { Provisional } from '#lib/values/provisional.ts';
import type { AmountTextProps } from './amount-text.tsx';
import { AmountText } from './amount-text.tsx';
import { ByCallback } from './by-callback.tsx';

/** An amount that is marked where it may not be what moved. */
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
          <ByCallback why="As a callback told it; it may be of the whole payment. No record has told it yet." />
          {text}
        </span>
      );
    case 'estimate':
      return (
        <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
          <span className="text-muted text-xs">Estimated</span>
          {text}
        </span>
      );
  }
}
