'use client';

import type { ComponentProps } from 'react';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#components/ui/announce.ts';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tList } from '#lib/messages/list.ts';
import { useListNoun } from '../list-noun.ts';
import type { ListProps, RowMark } from '../list-props.ts';
import { useChangedRows } from '../live/use-changed-rows.ts';
import type { FrozenRows } from '../live/use-frozen-rows.ts';
import { formatCount } from './list-footer.tsx';
import { ListTable } from './list-table.tsx';
import { scrollToTop } from './use-scrolled.ts';

type TableProps<Row extends object> = ComponentProps<typeof ListTable<Row>>;

/** The rows, which are frozen during an interaction and highlighted once when they change. */
export function ListRows<Row extends object>({
  frozen: { waiting, left, part, interaction, release },
  rows,
  address,
  getId,
  getMark,
  newRowsText,
  ...rest
}: Omit<TableProps<Row>, 'changed' | 'left' | 'onInteraction'> & {
  frozen: FrozenRows<Row>;
  address: string;
  getMark: (row: Row) => RowMark;
  newRowsText: ListProps<Row>['newRowsText'];
}) {
  const { locale } = useLocaleSettings();
  const noun = useListNoun()(2);
  const isWaiting = waiting.count > 0;
  useEffect(() => {
    if (isWaiting) announce(tList('newRowsAnnouncement', { noun }));
  }, [isWaiting, noun]);
  const shownWaiting = formatCount(waiting, locale);
  const showWaiting = () => {
    const isByKeys = document.activeElement?.matches(':focus-visible') ?? false;
    flushSync(release);
    scrollToTop(part.current);
    // The focused button has disappeared, so the focus moves to the first row.
    if (isByKeys) part.current?.querySelector('tbody')?.querySelector('a')?.focus({ preventScroll: true });
  };
  const changed = useChangedRows(new Map(rows.map((row) => [getId(row), getMark(row)])), address);
  // Removed rows send no event that the pointer has left.
  useEffect(() => interaction.reset, [interaction.reset]);
  return (
    // Includes the button for waiting rows, so that moving the pointer to it does not count as leaving.
    <div ref={part} {...interaction.pointer} className="relative flex min-h-0 flex-col">
      {isWaiting && (
        <div className="pointer-events-none absolute inset-x-0 top-10 z-20 flex justify-center max-md:fixed max-md:top-14">
          <Button size="sm" variant="primary" className="pointer-events-auto" onPress={showWaiting}>
            {newRowsText?.(waiting.count, shownWaiting) ?? tList('newRows', { noun, count: shownWaiting })}
          </Button>
        </div>
      )}
      <ListTable
        {...rest}
        rows={rows}
        getId={getId}
        changed={changed}
        left={left}
        onInteraction={interaction.onKeyDown}
      />
    </div>
  );
}
