'use client';

import type { ComponentProps } from 'react';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tList } from '#lib/messages/list.ts';
import type { RowMark } from '../list-props.ts';
import { useChangedRows } from '../live/use-changed-rows.ts';
import type { SteadyRows } from '../live/use-frozen-rows.ts';
import { countInWords } from './list-foot.tsx';
import { ListTable } from './list-table.tsx';
import { scrollToTop } from './use-scrolled.ts';

type TableProps<Row extends object> = ComponentProps<typeof ListTable<Row>>;

/** The rows, kept steady under a hand and tinted once where they changed. */
export function ListRows<Row extends object>({
  steady: { waiting, left, part, hand, release },
  rows,
  address,
  idOf,
  markOf,
  ...rest
}: Omit<TableProps<Row>, 'changed' | 'left' | 'onHand'> & {
  steady: SteadyRows<Row>;
  address: string;
  markOf: (row: Row) => RowMark;
}) {
  const { locale } = useLocaleSettings();
  const isWaiting = waiting.count > 0;
  useEffect(() => {
    if (isWaiting)
      void import('#components/ui/announce.ts').then(({ announce }) =>
        announce(tList('newRowsAnnouncement')),
      );
  }, [isWaiting]);
  const showWaiting = () => {
    const isByKeys = document.activeElement?.matches(':focus-visible') ?? false;
    flushSync(release);
    scrollToTop(part.current);
    // The button is gone, and the focus would be with it.
    if (isByKeys) part.current?.querySelector('tbody')?.querySelector('a')?.focus({ preventScroll: true });
  };
  const changed = useChangedRows(new Map(rows.map((row) => [idOf(row), markOf(row)])), address);
  // No hand leaves rows that are gone.
  useEffect(() => hand.drop, [hand.drop]);
  return (
    // With the button for what waits: reaching for it is no leaving.
    <div ref={part} {...hand.pointer} className="relative flex min-h-0 flex-col">
      {isWaiting && (
        <div className="pointer-events-none absolute inset-x-0 top-10 z-20 flex justify-center max-md:fixed max-md:top-14">
          <Button size="sm" variant="primary" className="pointer-events-auto" onPress={showWaiting}>
            {tList('newRows', { count: countInWords(waiting, locale) })}
          </Button>
        </div>
      )}
      <ListTable {...rest} rows={rows} idOf={idOf} changed={changed} left={left} onHand={hand.onKeyDown} />
    </div>
  );
}
