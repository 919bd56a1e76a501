import Link from 'next/link';
import { AmountText } from '#components/money/amount-text.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { Sum, SummedColumn } from './list-totals.ts';

/** "n of m known", where not every row tells the amount. */
const coverage = ({ count, known }: Sum, told: string, number: Intl.NumberFormat): string | null =>
  known === count ? null : `${number.format(known)} of ${number.format(count)} ${told}`;

/** One sum in one currency; it leads to its rows. */
export function SumText({
  sum,
  href,
  column: { label, told = 'known', hint },
  onFollow,
}: {
  sum: Sum;
  href: string | null;
  column: Pick<SummedColumn, 'label' | 'told' | 'hint'>;
  onFollow?: () => void;
}) {
  const number = new Intl.NumberFormat(useLocaleSettings().locale);
  const some = coverage(sum, told, number);
  const figure = (
    <>
      <AmountText
        amount={sum.total}
        currency={sum.currency}
        unknown={
          sum.currency === null
            ? 'What has no known currency can’t be added up.'
            : `None of the ${number.format(sum.count)} rows tells it.`
        }
      />
      {some && (
        <span title={hint} className="text-faint text-xs">
          {' '}
          {some}
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
      title={`${label}: show these rows`}
      className="whitespace-nowrap rounded-xs underline decoration-transparent underline-offset-2 hover:decoration-current"
    >
      {figure}
    </Link>
  );
}
