import Link from 'next/link';
import { AmountText } from '#components/money/amount-text.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tListTotals } from '#lib/messages/list.ts';
import { useListNoun } from '../list-noun.ts';
import type { Sum, SummedColumn } from './list-totals.ts';

/** Shows the total in one currency, linked to its rows. */
export function TotalText({
  sum,
  href,
  column: { label, records, coverageMessage = tListTotals('known'), hint },
  onFollow,
}: {
  sum: Sum;
  href: string | null;
  column: Pick<SummedColumn, 'label' | 'records' | 'coverageMessage' | 'hint'>;
  onFollow?: () => void;
}) {
  const number = new Intl.NumberFormat(useLocaleSettings().locale);
  const { count, known } = sum;
  const [rows, noun] = [number.format(count), useListNoun()(count, records)];
  const figure = (
    <>
      <AmountText
        inLink={href !== null}
        amount={sum.total}
        currency={sum.currency}
        unknown={
          sum.currency === null ? tListTotals('noCurrency') : tListTotals('noAmount', { count, rows, noun })
        }
      />
      {known < count && (
        <span aria-description={hint} className="text-faint text-xs">
          {' '}
          {tListTotals('coverage', { known: number.format(known), rows, noun, source: coverageMessage })}
        </span>
      )}
    </>
  );
  if (href === null) return <span className="md:whitespace-nowrap">{figure}</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      {...(onFollow ? { onClick: onFollow } : {})}
      aria-description={tListTotals('showRows', { label, noun })}
      className="rounded-xs underline decoration-transparent underline-offset-2 hover:decoration-current md:whitespace-nowrap"
    >
      {figure}
    </Link>
  );
}
