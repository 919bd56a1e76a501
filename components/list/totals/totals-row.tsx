'use client';

import { Sigma } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Popover } from '#components/ui/popover.tsx';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { FieldSums } from '#lib/lists/model/totals.ts';
import { tListTotals } from '#lib/messages/list.ts';
import { useListNoun } from '../list-noun.ts';
import type { GetListHref } from '../query/use-list.ts';
import type { SummedColumn } from './list-totals.ts';
import { splitSums, toSummedRowsQuery } from './list-totals.ts';
import { TotalText } from './total-text.tsx';
import { TotalsTable } from './totals-table.tsx';

/** The number of currencies of a field in the bar. The rest is in "All totals". */
const maximumShown = 2;

type TotalsRowProps = {
  columns: readonly SummedColumn[];
  fields: readonly FieldSums[];
  query: ListQuery;
  /** Null when the totals have no links. */
  getHref: GetListHref | null;
};

/** Shows the totals of each field. Fields without amounts are left out. */
export function TotalsRow({ columns, fields, query, getHref }: TotalsRowProps) {
  const { locale } = useLocaleSettings();
  const nameRows = useListNoun();
  const lines = columns.flatMap((column) => {
    const sums = fields.find(({ field }) => field === column.field)?.sums ?? [];
    const { shown, leftOut } = splitSums(sums);
    return shown.length + leftOut === 0 ? [] : [{ column, sums, shown, leftOut }];
  });
  if (lines.length === 0) return <span className="text-faint">{tListTotals('empty')}</span>;
  const hrefOfSum = (column: SummedColumn, currency: string | null) => {
    const rows = currency === null ? null : toSummedRowsQuery(query, column, currency);
    return rows === null || getHref === null ? null : getHref(rows);
  };
  return (
    <>
      <Popover
        label={tListTotals('all')}
        placement="top start"
        trigger={
          <Button size="sm" variant="quiet" icon={<Sigma aria-hidden />} className="-ms-2">
            {tListTotals('title')}
          </Button>
        }
      >
        {(close) => <TotalsTable lines={lines} getHref={hrefOfSum} onFollow={close} />}
      </Popover>
      {lines
        .filter(({ column }) => !column.minor)
        .map(({ column, shown, leftOut }) => (
          <span key={column.field} className="inline-flex flex-wrap items-center gap-x-2">
            <span aria-description={column.hint} className="text-muted">
              {column.label}
            </span>
            {shown.map((sum, at) => (
              // On paper nothing can be opened, so every total is printed.
              <span key={sum.currency} className={at < maximumShown ? 'contents' : 'hidden print:contents'}>
                <TotalText sum={sum} column={column} href={hrefOfSum(column, sum.currency)} />
              </span>
            ))}
            {shown.length > maximumShown && (
              <span className="text-faint text-xs print:hidden">
                {tListTotals('more', {
                  count: new Intl.NumberFormat(locale).format(shown.length - maximumShown),
                })}
              </span>
            )}
            {leftOut > 0 && (
              <span aria-description={tListTotals('unknownCurrencyHint')} className="text-attention text-xs">
                {tListTotals('unknownCurrency', {
                  rows: new Intl.NumberFormat(locale).format(leftOut),
                  noun: nameRows(leftOut, column.records),
                })}
              </span>
            )}
          </span>
        ))}
    </>
  );
}
