'use client';

import { Columns3 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import type { ListColumn } from './list-column.ts';

type Named = Pick<ListColumn<never>, 'id' | 'head' | 'extra'>;

/** Which columns the address asks for, else those that are shown from the start. The first is always there. */
export function visibleColumns(columns: readonly Named[], parameter: string | null): ReadonlySet<string> {
  const asked = parameter?.split(',').filter((id) => columns.some((column) => column.id === id)) ?? [];
  const usual = columns.filter((column) => !column.extra).map((column) => column.id);
  return new Set([...columns.slice(0, 1).map((column) => column.id), ...(asked.length > 0 ? asked : usual)]);
}

/** Chooses the columns; kept in the address, so that a link shows what one sees. */
export function ColumnMenu({
  columns,
  visible,
  onChange,
}: {
  columns: readonly Named[];
  visible: ReadonlySet<string>;
  /** Null: those that are shown from the start. */
  onChange: (parameter: string | null) => void;
}) {
  const toggle = (id: string) =>
    onChange(
      columns
        .filter((column) => (column.id === id ? !visible.has(id) : visible.has(column.id)))
        .map((column) => column.id)
        .join(','),
    );
  return (
    <Popover
      label="Columns"
      placement="bottom end"
      trigger={<IconButton size="sm" label="Columns" icon={<Columns3 aria-hidden />} noTooltip />}
    >
      <div className="flex w-52 flex-col">
        {columns.slice(1).map(({ id, head }) => (
          <Checkbox
            key={id}
            label={head}
            checked={visible.has(id)}
            onChange={() => toggle(id)}
            className="py-1.5"
          />
        ))}
        <Button size="sm" variant="quiet" onPress={() => onChange(null)} className="mt-1 self-start">
          Usual columns
        </Button>
      </div>
    </Popover>
  );
}
