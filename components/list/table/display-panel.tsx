'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { announce } from '#components/ui/announce.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { tList } from '#lib/messages/list.ts';
import type { DisplaySettings } from './display-settings.ts';
import { densities, readDensity } from './display-settings.ts';
import type { ListColumn } from './list-column.ts';

type Named = Pick<ListColumn<never>, 'id' | 'head' | 'hiddenByDefault' | 'priority'>;

export type DisplaySettingsPanelProps = {
  columns: readonly Named[];
  /** The visible columns, in order. */
  shown: readonly Named[];
  /** True for the default columns, some of which are hidden where space is limited. */
  isDefault: boolean;
  density: DisplaySettings['density'];
  onChange: (settings: Partial<DisplaySettings>) => void;
};

/**
 * Selects and moves columns (with buttons, or Alt and an arrow key), and sets the height of rows. Each change
 * applies at once.
 */
export function DisplaySettingsPanel({
  columns,
  shown,
  isDefault,
  density,
  onChange,
}: DisplaySettingsPanelProps) {
  const here = shown.slice(1).map(({ id }) => id);
  const others = columns.slice(1).filter(({ id }) => !here.includes(id));
  const set = (ids: readonly string[]) => onChange({ columns: ids.length === 0 ? null : ids.join(',') });
  const move = (id: string, by: 1 | -1) => {
    const from = here.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= here.length) return;
    set(here.with(from, here[to] ?? id).with(to, id));
    announce(tList('columns.position', { position: to + 1, count: here.length }));
  };
  const onKey = (id: string) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(id, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <div className="flex w-64 flex-col gap-3">
      <RadioGroup
        label={tList('columns.rowHeight')}
        name="density"
        appearance="segments"
        choices={densities.map((value) => ({ value, label: tList(`columns.density.${value}`) }))}
        value={density}
        onChange={(event) => {
          const chosen = readDensity(event.target.value);
          if (chosen) onChange({ density: chosen });
        }}
      />
      <fieldset className="-mx-1 flex max-h-96 flex-col overflow-y-auto px-1">
        <legend className="pb-1 font-medium text-ink text-sm">{tList('columns.open')}</legend>
        {/* One list, in which a column that is chosen or left moves and keeps the focus. */}
        {[...shown.slice(1), ...others].map(({ id, head, priority }, at) => {
          const isShown = at < here.length;
          return (
            <div key={id} className="flex items-center gap-1">
              <Checkbox
                label={head}
                help={
                  isShown && isDefault && priority !== undefined ? (
                    <span className="max-md:hidden">{tList('columns.wideScreens')}</span>
                  ) : undefined
                }
                checked={isShown}
                onChange={() => set(isShown ? here.filter((one) => one !== id) : [...here, id])}
                onKeyDown={onKey(id)}
                className="flex-1 py-1.5"
              />
              {isShown && (
                <>
                  <IconButton
                    size="sm"
                    label={tList('columns.moveUp', { column: head })}
                    icon={<ChevronUp aria-hidden />}
                    isDisabled={at === 0}
                    keepsFocus
                    onPress={() => move(id, -1)}
                    noTooltip
                  />
                  <IconButton
                    size="sm"
                    label={tList('columns.moveDown', { column: head })}
                    icon={<ChevronDown aria-hidden />}
                    isDisabled={at === here.length - 1}
                    keepsFocus
                    onPress={() => move(id, 1)}
                    noTooltip
                  />
                </>
              )}
            </div>
          );
        })}
      </fieldset>
      <Button size="sm" variant="quiet" onPress={() => onChange({ columns: null })} className="self-start">
        {tList('columns.reset')}
      </Button>
    </div>
  );
}
