'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import { useId } from 'react';
import { cx } from './cx.ts';

export type Tab<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  /** Shown after the label. */
  readonly count?: number | undefined;
  readonly content: ReactNode;
};

/** The index that an arrow key, Home or End leads to; null for other keys. */
function findNextIndex(key: string, index: number, length: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % length;
    case 'ArrowLeft':
      return (index + length - 1) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}

/** Tabs of a page. Every panel stays mounted, so that typed text survives a change of tab. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
}) {
  const base = useId();
  const move = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const next = findNextIndex(event.key, index, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    const list = event.currentTarget.parentElement;
    list?.querySelectorAll<HTMLElement>('[role=tab]').item(next).focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div
        role="tablist"
        aria-label={label}
        data-print="hidden"
        className="fades relative flex overflow-x-auto border-line border-b max-md:justify-between max-md:gap-0.5 md:gap-2.5 2xl:gap-4"
      >
        {tabs.map(({ id, label: name, count }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}-tab`}
            aria-selected={id === selected}
            aria-controls={`${base}-${id}`}
            tabIndex={id === selected ? 0 : -1}
            className={cx(
              'pressable -mb-px h-9 whitespace-nowrap border-b-2 px-0.5 text-sm',
              id === selected
                ? 'border-accent font-medium text-ink'
                : 'border-transparent text-muted hover:text-ink',
            )}
            onClick={() => onSelect(id)}
            onKeyDown={(event) => move(event, index)}
          >
            {name}
            {count !== undefined && count > 0 && (
              <span className="ps-1.5 text-faint text-xs tabular-nums max-md:sr-only">{count}</span>
            )}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${base}-${id}`}
          aria-labelledby={`${base}-${id}-tab`}
          // Print shows every panel.
          className={cx('min-w-0 flex-col gap-4', id === selected ? 'flex' : 'hidden print:flex')}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
