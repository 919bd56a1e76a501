import Link from 'next/link';
import { AmountText } from '#components/money/amount-text.tsx';
import type { Sum } from './list-sums.ts';

/** "n of m known", where not every row tells the amount. */
const coverage = ({ count, known }: Sum): string | null =>
  known === count ? null : `${known} of ${count} known`;

/** One sum in one currency; it leads to its rows. */
export function SumText({
  sum,
  href,
  label,
  onFollow,
}: {
  sum: Sum;
  href: string | null;
  label: string;
  onFollow?: () => void;
}) {
  const some = coverage(sum);
  const figure = (
    <>
      <AmountText
        amount={sum.total}
        currency={sum.currency}
        unknown={`None of the ${sum.count} rows tells it.`}
      />
      {some && <span className="text-faint text-xs"> {some}</span>}
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
