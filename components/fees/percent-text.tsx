'use client';

import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { Percent } from '#lib/statements/schema-fees.ts';

/** Formats a share for the person's locale, with two decimals. */
export const formatPercent = (
  percent: Percent,
  locale: string,
  signDisplay: 'auto' | 'exceptZero' = 'auto',
): string =>
  (Number(percent) / 100).toLocaleString(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay,
  });

/** A share as `<data value="exact digits">`. Null is "—" with the reason on hover. */
export function PercentText({
  percent,
  unknown,
  isDifference = false,
}: {
  percent: Percent | null;
  unknown: string;
  /** Shows the sign, too. */
  isDifference?: boolean;
}) {
  const { locale } = useLocaleSettings();
  if (percent === null) return <UnknownValue reason={unknown} />;
  return (
    <data value={percent} suppressHydrationWarning>
      {formatPercent(percent, locale, isDifference ? 'exceptZero' : 'auto')}
    </data>
  );
}
