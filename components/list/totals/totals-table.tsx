'use client';

import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { Sum, SummedColumn } from './list-totals.ts';
import { SumText } from './total-text.tsx';

/** Every total in every currency, with how many rows it is of. Currencies are never added together. */
export function TotalsTable({
  lines,
  hrefOf,
  onFollow,
}: {
  lines: readonly { readonly column: SummedColumn; readonly sums: readonly Sum[] }[];
  hrefOf: (column: SummedColumn, currency: string | null) => string | null;
  onFollow: () => void;
}) {
  const { locale } = useLocaleSettings();
  const rows = new Intl.NumberFormat(locale);
  return (
    <div className="flex max-h-96 min-w-72 flex-col gap-3 overflow-y-auto">
      {lines.map(({ column, sums }) => (
        <table key={column.field} className="w-full text-sm">
          <caption className="pb-1 text-left font-medium text-faint text-xs">{column.label}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Total</th>
              <th scope="col">Rows</th>
            </tr>
          </thead>
          <tbody>
            {sums.map((sum) => (
              <tr key={sum.currency}>
                <td className="w-2/3 py-1 pr-6 text-right tabular-nums">
                  <SumText
                    sum={sum}
                    column={column}
                    href={hrefOf(column, sum.currency)}
                    onFollow={onFollow}
                  />
                </td>
                <td className="py-1 text-right text-muted text-xs tabular-nums">
                  {sum.currency === null ? 'no currency told, not added, ' : ''}
                  {rows.format(sum.count)} {sum.count === 1 ? 'row' : 'rows'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p className="text-faint text-xs">Added by the database, to the last digit.</p>
    </div>
  );
}
