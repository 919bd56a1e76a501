'use client';

import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { tOverviewFigures } from '#lib/messages/overview.ts';
import type { Total } from '#lib/reports/schema/overview.ts';
import { TotalText } from './total-text.tsx';

/** A total that links to its rows. */
export function TotalLink({
  total,
  currency,
  href,
  decimals,
  noun,
}: {
  total: Total;
  currency: string | null;
  /** Null without rows to show. */
  href: string | null;
  /** The decimals with which the column aligns. */
  decimals: number;
  noun: 'deposit' | 'withdrawal';
}) {
  const { locale } = useLocaleSettings();
  const isLink = href !== null && total.count > 0;
  const text = <TotalText total={total} currency={currency} inLink={isLink} decimals={decimals} />;
  if (!isLink) return text;
  return (
    <TextLink
      href={href}
      prefetch={false}
      aria-description={tOverviewFigures(`rowsText.${noun}`, {
        count: total.count,
        number: new Intl.NumberFormat(locale).format(total.count),
      })}
      className="text-ink"
    >
      {text}
    </TextLink>
  );
}
