'use client';

import { CopyButton } from '#components/ui/copy-button.tsx';
import { cx } from '#components/ui/cx.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tMoney } from '#lib/messages/money.ts';
import type { Amount, SignedAmount as Difference, Total } from '#lib/values/amount.ts';
import { formatAmount, formatSignedAmount } from './format-amount.ts';

/** Longer amounts wrap. */
const longestLine = 20;
/** A longer amount in the largest type would not fit beside others. */
const longestLarge = 11;

type AmountDisplay = {
  /** `large` for the one amount of a page. */
  size?: 'normal' | 'large';
  /** Adds a button that copies the exact digits. */
  copyable?: boolean;
  /** Inside a link, which has the focus instead. */
  inLink?: boolean;
  /** Shows every digit, such as those of a request that is about to be sent. */
  exact?: boolean;
  /** Omits the currency where the column heading names it. */
  hideCurrency?: boolean;
  /** The reason shown where `amount` is null. */
  unknown?: string;
  className?: string;
};

export type AmountTextProps = AmountDisplay & {
  amount: Amount | Difference | Total | null | undefined;
  currency: string | null | undefined;
};

/**
 * Shows an amount as `<data value="exact digits">`, formatted for the person's locale. Only the display is rounded.
 * Null is "—" with the reason on hover. A rounded amount takes the focus, so that keys reach its exact digits.
 */
export function AmountText({
  amount,
  currency,
  unknown = tControls('notReported'),
  exact = false,
  ...display
}: AmountTextProps) {
  const { locale } = useLocaleSettings();
  if (amount === null || amount === undefined) return <UnknownValue reason={unknown} />;
  return (
    <Figure
      {...display}
      exact={amount}
      shown={formatAmount(amount, currency ?? '', locale, exact ? 'exact' : 'usual')}
      currency={currency ?? null}
    />
  );
}

/** Shows a difference with its sign. It has no colour, because above expected is not always good. */
export function SignedAmount({
  amount,
  currency,
  unknown = tControls('notReported'),
  ...display
}: Omit<AmountDisplay, 'exact'> & {
  amount: Difference | null | undefined;
  currency: string | null | undefined;
}) {
  const { locale } = useLocaleSettings();
  if (amount === null || amount === undefined) return <UnknownValue reason={unknown} />;
  return (
    <Figure
      {...display}
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
  inLink = false,
  hideCurrency = false,
  className,
}: Omit<AmountDisplay, 'exact'> & {
  exact: string;
  shown: { text: string; rounded: boolean };
  currency: string | null;
}) {
  const figure = (
    <data
      {...(shown.rounded && !inLink ? { tabIndex: 0 } : {})}
      value={exact}
      data-currency={currency ?? undefined}
      data-rounded={shown.rounded ? '' : undefined}
      aria-description={
        shown.rounded ? tMoney('exact', { amount: currency ? `${exact} ${currency}` : exact }) : undefined
      }
      suppressHydrationWarning
      className={
        cx(
          shown.text.length > longestLine && 'long-amount',
          // Wraps before its coin, because it may be wider than its panel.
          size === 'large' &&
            cx(
              'whitespace-normal font-semibold',
              shown.text.length > longestLarge ? 'text-xl leading-9' : 'text-2xl',
            ),
          className,
        ) || undefined
      }
    >
      {shown.text}
      {currency && !hideCurrency && (
        <span className={cx('text-muted', size === 'large' && 'font-normal text-lg tracking-normal')}>
          {size === 'large' ? ` ${currency}` : `\u00a0${currency}`}
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
        label={tMoney('copyExact')}
        className="opacity-0 focus-visible:opacity-100 group-hover/amount:opacity-100 pointer-coarse:opacity-100"
      />
    </span>
  );
}
