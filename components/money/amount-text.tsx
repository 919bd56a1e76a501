'use client';

import { CopyButton } from '#components/ui/copy-button.tsx';
import { cx } from '#components/ui/cx.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Unknown } from '#components/ui/unknown.tsx';
import type { Amount, SignedAmount as Difference, Total } from '#lib/values/amount.ts';
import { formatAmount, formatSignedAmount } from './format-amount.ts';

/** So many characters stand in one line. */
const longest = 20;

type Look = {
  /** `large` for the one amount of a page. */
  size?: 'normal' | 'large';
  /** Adds a button that copies the exact digits. Selecting and copying gives them anyway. */
  copyable?: boolean;
  /** Leaves the code out where the column's head names the one currency. */
  hideCurrency?: boolean;
  /** Why the amount is not known; needed where `amount` can be null. */
  unknown?: string;
  className?: string;
};

export type AmountTextProps = Look & {
  amount: Amount | Difference | Total | null | undefined;
  currency: string | null | undefined;
};

/**
 * The one way in which an amount is shown: `<data value="exact digits">`, in the person's locale, rounded for
 * display only, the currency's code in a lighter tone. Null is "—" with the reason on hover.
 */
export function AmountText({ amount, currency, unknown = 'not stated', ...look }: AmountTextProps) {
  const { locale } = useLocaleSettings();
  if (amount === null || amount === undefined) return <Unknown reason={unknown} />;
  return (
    <Figure
      {...look}
      exact={amount}
      shown={formatAmount(amount, currency ?? '', locale)}
      currency={currency ?? null}
    />
  );
}

/** A difference, with its sign, `+` too. Its colour says nothing: more than asked is not good by itself. */
export function SignedAmount({
  amount,
  currency,
  unknown = 'not stated',
  ...look
}: Look & { amount: Difference | null | undefined; currency: string | null | undefined }) {
  const { locale } = useLocaleSettings();
  if (amount === null || amount === undefined) return <Unknown reason={unknown} />;
  return (
    <Figure
      {...look}
      exact={amount}
      shown={formatSignedAmount(amount, currency ?? '', locale)}
      currency={currency ?? null}
    />
  );
}

function Figure({
  exact,
  shown,
  currency,
  size = 'normal',
  copyable = false,
  hideCurrency = false,
  className,
}: Look & {
  exact: string;
  shown: { text: string; rounded: boolean };
  currency: string | null;
}) {
  const figure = (
    <data
      value={exact}
      data-currency={currency ?? undefined}
      title={shown.rounded ? `exact: ${exact}${currency ? ` ${currency}` : ''}` : undefined}
      suppressHydrationWarning
      className={cx(
        'tabular-nums',
        shown.text.length > longest ? 'long-amount' : 'whitespace-nowrap',
        size === 'large' && 'font-semibold text-2xl',
        className,
      )}
    >
      {shown.text}
      {currency && !hideCurrency && (
        <span className={cx('text-muted', size === 'large' && 'font-normal text-lg tracking-normal')}>
          {'\u00a0'}
          {currency}
        </span>
      )}
    </data>
  );
  if (!copyable) return figure;
  return (
    <span className="group/amount inline-flex items-center gap-1">
      {figure}
      <CopyButton
        text={exact}
        label="Copy exact amount"
        className="opacity-0 focus-visible:opacity-100 group-hover/amount:opacity-100 pointer-coarse:opacity-100"
      />
    </span>
  );
}
