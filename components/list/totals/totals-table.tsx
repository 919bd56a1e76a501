'use client';

import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tListTotals } from '#lib/messages/list.ts';
import { useListNoun } from '../list-noun.ts';
import type { Sum, SummedColumn } from './list-totals.ts';
import { TotalText } from './total-text.tsx';

/** Shows every total in every currency with its number of rows. Currencies are never added together. */
export function TotalsTable({
  lines,
  getHref,
  onFollow,
}: {
  lines: readonly { readonly column: SummedColumn; readonly sums: readonly Sum[] }[];
  getHref: (column: SummedColumn, currency: string | null) => string | null;
  onFollow: () => void;
}) {
  const { locale } = useLocaleSettings();
  const number = new Intl.NumberFormat(locale);
  const nameRows = useListNoun();
  return (
    <div className="flex max-h-96 min-w-72 flex-col gap-3 overflow-y-auto">
      {lines.map(({ column, sums }) => (
        <table key={column.field} className="w-full text-sm">
          <caption className="pb-1 text-start font-medium text-faint text-xs">{column.label}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{tListTotals('columns.total')}</th>
              <th scope="col">{tListTotals('columns.rows', { noun: nameRows(2, column.records) })}</th>
            </tr>
          </thead>
          <tbody>
            {sums.map((sum) => (
              <tr key={sum.currency}>
                <td className="w-2/3 py-1 pe-6 text-end tabular-nums">
                  <TotalText
                    sum={sum}
                    column={column}
                    href={getHref(column, sum.currency)}
                    onFollow={onFollow}
                  />
                </td>
                <td className="py-1 text-end text-muted text-xs tabular-nums">
                  {tListTotals(sum.currency === null ? 'rowsWithoutCurrency' : 'rows', {
                    rows: number.format(sum.count),
                    noun: nameRows(sum.count, column.records),
                  })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className="text-faint text-xs">{tListTotals('precision')}</p>
    </div>
  );
}
