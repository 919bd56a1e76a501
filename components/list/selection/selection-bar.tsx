'use client';

import type { ComponentType, ReactNode } from 'react';
import { Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { toast } from '#components/ui/toast.tsx';
import type { Label } from '#lib/annotations/model.ts';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import { listAddress } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import type { ListName } from '#lib/values/list-routes.ts';
import { downloadExport } from '../exports/download-export.ts';
import { FilesMenu } from '../exports/files-menu.tsx';
import { useListNoun } from '../list-noun.ts';
import type { BulkActionProps } from '../list-props.ts';
import { formatCount } from '../table/list-footer.tsx';
import type { SummedColumn } from '../totals/list-totals.ts';
import { TotalsBar } from '../totals/totals-bar.tsx';
import { toTotalsAddress, useTotals } from '../totals/use-totals.ts';
import type { Selection } from './use-selection.ts';

/** A line of the bar on a phone. It scrolls sideways and fades at its end. It also clips what only screen readers read. */
const sideways =
  'max-md:relative max-md:-mx-4 max-md:overflow-x-auto max-md:whitespace-nowrap max-md:px-4 max-md:[mask-image:linear-gradient(to_right,#000_calc(100%-1.5rem),transparent)] max-md:[scrollbar-width:none] max-md:[&>*]:shrink-0 max-md:[&>fieldset]:flex-nowrap';

/** Words of a button that only screen readers read on a phone, so that its line has room. */
const rest = (text: ReactNode) => <span className="max-md:sr-only">{text}</span>;

/** Shows the number of selected rows, their totals and the actions on them. */
export function SelectionBar({
  selection,
  matching,
  query,
  readIds,
  api,
  family,
  totals,
  exportQuery,
  columns,
  name,
  businessId,
  labels,
  bulk: Bulk,
  seen,
  confirmFor,
}: {
  selection: Selection;
  matching: ListCount | undefined;
  query: ListQuery;
  /** Reads the ids of the rows that a query finds, or null when they are too many to select individually. */
  readIds: (address: string) => Promise<readonly string[] | null>;
  api: string;
  family: readonly string[];
  totals: readonly SummedColumn[];
  /** The query that exports the selected rows, or null without the permission to export. */
  exportQuery: string | null;
  /** The ids of the shown columns. */
  columns: readonly string[];
  name: ListName;
  businessId: string;
  labels: readonly Label[];
  bulk: ComponentType<BulkActionProps> | undefined;
  seen: BulkActionProps['seenValues'];
  /** The business, if an export has risk detail and the person confirms who they are first. Otherwise null. */
  confirmFor: string | null;
}) {
  const { locale } = useLocaleSettings();
  const nameRows = useListNoun();
  const noun = nameRows(2);
  const { count, isAll, wasWhole, maximum: most } = selection;
  const [isPicking, setPicking] = useState(false);
  const filtered = listAddress({ ...query, after: null, before: null });
  const isRest = matching !== undefined && !isAll && (matching.more || matching.count > count.count);
  // An action applies to the rows that the person has seen, so they are selected by id while they are few enough.
  const pickAll = async () => {
    if (!Bulk || matching === undefined || matching.more || matching.count > most)
      return selection.toggleAll();
    setPicking(true);
    try {
      const ids = await readIds(filtered);
      if (ids === null) selection.toggleAll();
      else selection.selectWhole(ids);
    } catch {
      toast.bad(tList('selection.failed', { noun }), { detail: tList('connectionLost') });
    }
    setPicking(false);
  };
  const later = wasWhole && matching !== undefined && !matching.more ? matching.count - count.count : 0;
  const clear = (
    <Button size="sm" variant="quiet" onPress={selection.clear}>
      {tList('selection.clear')}
    </Button>
  );
  const address = `${api}/export`;
  return (
    // On a phone the count, the totals and the buttons each have a line that scrolls sideways. Elsewhere all are on one
    // line where they fit.
    <section
      aria-label={tList('selection.title')}
      className="flex items-center gap-x-4 gap-y-2 border-line border-t bg-accent-ground px-4 py-2 text-sm max-md:sticky max-md:bottom-bar max-md:z-20 max-md:flex-col max-md:items-stretch max-md:gap-y-1 md:flex-wrap md:whitespace-nowrap md:[&>*]:shrink-0 md:[&>*>*]:shrink-0"
    >
      <div className="relative flex items-center gap-x-2 max-md:[--spacing-control-sm:2rem] md:contents">
        <strong className="whitespace-nowrap font-medium tabular-nums" role="status">
          {(isAll || wasWhole) && count.count === matching?.count
            ? tList('selection.all', { count: formatCount(count, locale), noun: nameRows(count.count) })
            : tList('selection.some', { count: formatCount(count, locale) })}
        </strong>
        {!isAll && totals.length > 0 && (
          <LeftRows api={api} family={family} query={selection.query} picked={count.count} />
        )}
        {later > 0 && (
          <span>
            {tList('selection.later', {
              count: new Intl.NumberFormat(locale).format(later),
              noun: nameRows(later),
            })}
          </span>
        )}
        {isRest && (
          <Button size="sm" variant="quiet" isPending={isPicking} onPress={() => void pickAll()}>
            <span>
              {tList.rich('selection.selectAll', { count: formatCount(matching, locale), noun, rest })}
            </span>
          </Button>
        )}
        <span className="-me-2 ms-auto md:hidden">{clear}</span>
      </div>
      {totals.length > 0 && (
        <span className={cx(sideways, 'flex items-center gap-x-4 md:max-w-full md:flex-wrap')}>
          <TotalsBar api={api} family={family} columns={totals} query={selection.query} getHref={null} />
        </span>
      )}
      <div
        className={cx(
          sideways,
          'flex items-center gap-x-2 py-1 max-md:[--spacing-control-sm:2.25rem] md:contents',
        )}
      >
        {Bulk && (
          <Suspense>
            <Bulk
              businessId={businessId}
              query={listAddress({ ...query, ...selection.selectionFilter, after: null, before: null })}
              count={count}
              filtered={wasWhole ? filtered : null}
              labels={labels}
              seenValues={seen}
              onDone={selection.clear}
            />
          </Suspense>
        )}
        <span className="flex gap-2 md:ms-auto">
          {!isAll && !wasWhole && count.count >= most && (
            <span className="self-center text-muted text-xs">
              {tList('selection.limit', { maximum: most, noun })}
            </span>
          )}
          {exportQuery !== null && (
            <FilesMenu
              businessId={businessId}
              list={name}
              address={address}
              confirmFor={confirmFor}
              query={exportQuery}
              columns={columns}
              selection="selected"
            >
              <Button
                size="sm"
                icon={<SpriteIcon name="download" />}
                onPress={() => downloadExport(`${address}?${exportQuery}`, confirmFor)}
              >
                <span>{tList.rich('selection.export', { rest })}</span>
              </Button>
            </FilesMenu>
          )}
          <span className="max-md:hidden">{clear}</span>
        </span>
      </div>
    </section>
  );
}

/** Shows how many selected rows have left the list under any filter, such as resolved exceptions. */
function LeftRows({
  api,
  family,
  query,
  picked,
}: {
  api: string;
  family: readonly string[];
  query: ListQuery;
  picked: number;
}) {
  const { data, isPlaceholderData } = useTotals(api, family, toTotalsAddress(query));
  const noun = useListNoun()(2);
  const leftCount = isPlaceholderData || data?.kind !== 'exact' ? 0 : picked - data.rows;
  return leftCount > 0 && <span>{tList('selection.leftList', { count: `${leftCount}`, noun })}</span>;
}
