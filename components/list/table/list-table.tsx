'use client';

import type { ChangeEvent, MouseEvent } from 'react';
import { useRef } from 'react';
import { pageTitleId, rowsId } from '#components/shell/page-header.tsx';
import { CheckMark } from '#components/ui/check-mark.tsx';
import { cx } from '#components/ui/cx.ts';
import type { Density } from '#components/ui/data-table.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { useMedia } from '#components/ui/use-media.ts';
import { tList } from '#lib/messages/list.ts';
import { useListNoun } from '../list-noun.ts';
import { listIdsBetween } from '../selection/selected-rows.ts';
import type { Selection } from '../selection/use-selection.ts';
import type { ListColumn } from './list-column.ts';
import type { HeaderSort } from './sort-link.tsx';
import { SortLink } from './sort-link.tsx';
import { rowElementId } from './use-drawer.ts';

/** Returns true for a click on the row itself. Clicks on links, buttons or selected text have their own meaning. */
function isForRow(event: MouseEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || document.getSelection()?.isCollapsed === false) return false;
  return event.target instanceof Element && event.target.closest('a, button, input, label') === null;
}

/** As many as a large screen shows at first. */
const rowsInDocument = 22;

/** The widths at which `app/tables.css` hides the columns of these priorities, on paper too. */
const hidingWidths = { more: '(48rem <= width < 90rem)', most: '(48rem <= width < 108rem)' };

/** The rows of a list: a table named by the page's heading. On a phone each row is a card. */
export function ListTable<Data extends object>({
  columns: chosenColumns,
  hasRoom,
  isSplit,
  density,
  rows,
  getId,
  getHref,
  getName,
  selection,
  picksCards,
  openId,
  onOpen,
  changed,
  left,
  getOrder,
  onInteraction,
  dimmed,
}: {
  /** The visible columns, in order. */
  columns: readonly ListColumn<Data>[];
  /** Shows every column, including those that are hidden where space is limited. */
  hasRoom: boolean;
  /** On wide screens the open row is beside the list, so only some columns are shown there. */
  isSplit: boolean;
  density: Density;
  rows: readonly Data[];
  getId: (row: Data) => string;
  getHref: (row: Data) => string;
  /** Returns the row's name for its checkbox. */
  getName: (row: Data) => string;
  /** Null where rows can't be selected. */
  selection: Selection | null;
  /** Rows can be selected on a phone too, where each is a card. */
  picksCards: boolean;
  /** The id of the row in the drawer. */
  openId: string | null;
  /** Called for a click on the row itself. */
  onOpen: (row: Data) => void;
  changed: ReadonlySet<string>;
  /** Rows that are still displayed but no longer in the list. */
  left: ReadonlySet<string>;
  getOrder: (column: ListColumn<Data>) => HeaderSort;
  /** Called when a key is pressed in the rows. */
  onInteraction: () => void;
  /** The displayed rows belong to an earlier query. */
  dimmed: boolean;
}) {
  const isHidden = { some: false, more: useMedia(hidingWidths.more), most: useMedia(hidingWidths.most) };
  // Cells that the width hides are left out.
  const columns = chosenColumns.filter(
    ({ priority }) => hasRoom || priority === undefined || !isHidden[priority],
  );
  // The open row shows its note and its buttons itself.
  const getRoom = ({
    priority,
    card,
    staysBeside = card && card !== 'note' && card !== 'act',
  }: ListColumn<Data>) =>
    cx(!hasRoom && priority !== undefined && `room-${priority}`, isSplit && !staysBeside && 'xl:hidden');
  const press = (event: MouseEvent<HTMLElement>, row: Data) => {
    if (!isForRow(event)) return;
    if (event.button === 1 || event.metaKey || event.ctrlKey) window.open(getHref(row), '_blank', 'noopener');
    else if (event.button === 0) onOpen(row);
  };
  // The document has the first rows as HTML. React adds the others from its data.
  const isComplete = useHydrated();
  const shownRows = isComplete || openId !== null ? rows : rows.slice(0, rowsInDocument);
  const lastPicked = useRef<string | null>(null);
  const pick = (id: string, on: boolean, isRange: boolean) => {
    const pickable = rows.map(getId).filter((one) => !left.has(one) || one === id);
    selection?.toggle(listIdsBetween(pickable, isRange ? lastPicked.current : null, id), on);
    lastPicked.current = id;
  };
  return (
    <DataTable
      labelledBy={pageTitleId}
      density={density}
      className={cx(
        // Scrolling to a focused element leaves room for the columns that stay visible.
        'min-h-0 scroll-ps-60 transition-opacity md:overflow-auto',
        dimmed && 'opacity-60',
      )}
      tableClassName={cx(
        'list-table',
        isSplit && 'is-beside',
        selection && 'has-picks',
        picksCards && 'picks-cards',
      )}
    >
      <thead className="max-md:sr-only">
        <tr>
          {selection && <PickAll ids={rows.map(getId).filter((id) => !left.has(id))} selection={selection} />}
          {columns.map((column, at) => {
            const { id, head, hint, numeric = false, card } = column;
            const order = getOrder(column);
            return (
              <HeadCell
                key={id}
                numeric={numeric}
                className={cx(card === 'act' && 'row-act', at === 0 && 'first', getRoom(column))}
                {...(hint ? { title: hint } : {})}
                {...(order && 'now' in order && order.now ? { sort: order.now } : {})}
              >
                {order === null ? head : <SortLink head={head} order={order} numeric={numeric} />}
              </HeadCell>
            );
          })}
        </tr>
      </thead>
      <tbody id={rowsId} tabIndex={-1} onKeyDown={onInteraction} className="outline-none max-md:block">
        {shownRows.map((row) => {
          const id = getId(row);
          const isPicked = selection?.has(id) ?? false;
          const hasLeft = left.has(id);
          return (
            <Row
              key={id}
              id={rowElementId(id)}
              changed={changed.has(id)}
              selected={isPicked || openId === id}
              onClick={(event) => press(event, row)}
              onAuxClick={(event) => press(event, row)}
              {...(hasLeft ? { className: 'has-left' } : {})}
            >
              {selection && (
                <Cell className="pick">
                  {(isPicked || !hasLeft) && (
                    <CheckMark
                      label={tList('selection.selectRow', { row: getName(row) })}
                      checked={isPicked}
                      onChange={(event) => pick(id, event.target.checked, isWithShift(event))}
                    />
                  )}
                </Cell>
              )}
              {columns.map((column, at) => {
                const { id: name, cell, numeric = false, isMuted = false, card } = column;
                return (
                  <Cell
                    key={name}
                    numeric={numeric}
                    className={cx(
                      card && `card-${card}`,
                      card === 'act' && 'row-act',
                      isMuted && 'text-muted',
                      getRoom(column),
                      at === 0 && 'first',
                    )}
                  >
                    {cell(row)}
                    {at === 0 && hasLeft && <HasLeft />}
                  </Cell>
                );
              })}
            </Row>
          );
        })}
      </tbody>
    </DataTable>
  );
}

/** Returns true for a change by a click with Shift. Browsers change a checkbox by a click event, for the keys too. */
const isWithShift = ({ nativeEvent }: ChangeEvent): boolean =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

/** Within the row's height, so that the content below does not move. */
const HasLeft = () => (
  <span className="absolute bottom-1 z-10 whitespace-nowrap text-2xs text-muted leading-none max-md:bottom-0.5 max-md:start-4">
    {tList('leftList')}
  </span>
);

function PickAll({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const picked = ids.filter(selection.has).length;
  return (
    <HeadCell className="pick">
      <CheckMark
        label={tList('selection.selectPage', { noun: useListNoun()(2) })}
        checked={picked > 0 && picked === ids.length}
        indeterminate={picked > 0 && picked < ids.length}
        onChange={(event) => selection.toggle(ids, event.target.checked)}
      />
    </HeadCell>
  );
}
