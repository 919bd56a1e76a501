import Link from 'next/link';
import { AmountText } from '#components/money/amount-text.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tListTotals } from '#lib/messages/list.ts';
import type { Sum, SummedColumn } from './list-totals.ts';

/** Returns "n of m known" when some rows have no amount. */
const formatCoverage = ({ count, known }: Sum, source: string, number: Intl.NumberFormat): string | null =>
  known === count
    ? null
    : tListTotals('coverage', { known: number.format(known), count, rows: number.format(count), source });

/** Shows the total in one currency, linked to its rows. */
export function TotalText({
  sum,
  href,
  column: { label, coverageMessage = tListTotals('known'), hint },
  onFollow,
}: {
  sum: Sum;
  href: string | null;
  column: Pick<SummedColumn, 'label' | 'coverageMessage' | 'hint'>;
  onFollow?: () => void;
}) {
  const number = new Intl.NumberFormat(useLocaleSettings().locale);
  const coverage = formatCoverage(sum, coverageMessage, number);
  const figure = (
    <>
      <AmountText
        inLink={href !== null}
        amount={sum.total}
        currency={sum.currency}
        unknown={
          sum.currency === null
            ? tListTotals('noCurrency')
            : tListTotals('noAmount', { count: sum.count, rows: number.format(sum.count) })
        }
      />
      {coverage && (
        <span aria-description={hint} className="text-faint text-xs">
          {' '}
          {coverage}
        </span>
      )}
    </>
  );
  if (href === null) return <span className="whitespace-nowrap">{figure}</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      {...(onFollow ? { onClick: onFollow } : {})}
      aria-description={tListTotals('showRows', { label })}
      className="rounded-xs underline decoration-transparent underline-offset-2 hover:decoration-current md:whitespace-nowrap"
    >
      {figure}
    </Link>
  );
}
