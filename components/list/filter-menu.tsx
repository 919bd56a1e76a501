'use client';

import { ChevronLeft, ChevronRight, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Popover } from '#components/ui/popover.tsx';
import type { Choice, FilterSpec, ListSpec } from '#lib/values/list-query.ts';
import { writeDays } from '#lib/values/list-query.ts';
import { DaysFilter } from './days-filter.tsx';
import type { ListState } from './use-list.ts';

type Given = ListState & { spec: ListSpec; today: string };

/** All filters behind one button: first which field, then its values. Each change shows at once. */
export function FilterMenu(given: Given) {
  const [field, setField] = useState<string | null>(null);
  const filter = field === null ? undefined : given.spec.filters[field];
  return (
    <Popover
      label="Filter the list"
      onOpenChange={(open) => !open && setField(null)}
      trigger={
        <Button size="sm" icon={<ListFilter aria-hidden />}>
          Filter
        </Button>
      }
    >
      <div className="w-60">
        {field === null || !filter ? (
          <Fields spec={given.spec} query={given.query} onChoose={setField} />
        ) : (
          <div className="flex flex-col gap-2">
            <Button
              size="sm"
              variant="quiet"
              icon={<ChevronLeft aria-hidden />}
              onPress={() => setField(null)}
              className="self-start"
            >
              {filter.label}
            </Button>
            <FilterValues {...given} name={field} filter={filter} />
          </div>
        )}
      </div>
    </Popover>
  );
}

function Fields({
  spec,
  query,
  onChoose,
}: Pick<Given, 'spec' | 'query'> & { onChoose: (name: string) => void }) {
  return (
    <ul className="-m-1 flex flex-col">
      {Object.entries(spec.filters).map(([name, filter]) => {
        const chosen = query.choices[name]?.length ?? (query.days[name] ? 1 : 0);
        return (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChoose(name)}
              className="flex h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-hover"
            >
              <span className="flex-1">{filter.label}</span>
              {chosen > 0 && <span className="text-accent-text text-xs tabular-nums">{chosen}</span>}
              <ChevronRight aria-hidden className="size-3.5 text-faint" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function FilterValues({ name, filter, query, go, today }: Given & { name: string; filter: FilterSpec }) {
  if (filter.kind === 'days') {
    return (
      <DaysFilter
        range={query.days[name] ?? null}
        today={today}
        onChange={(range) => void go({ [name]: range === null ? null : writeDays(range) })}
      />
    );
  }
  const chosen = query.choices[name] ?? [];
  // A value that the interface does not name can still be filtered for by its address.
  const unnamed: Choice[] = chosen
    .filter((value) => !filter.choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value }));
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    void go({ [name]: next.length === 0 ? null : next.join(',') });
  };
  return (
    <fieldset className="max-h-72 overflow-y-auto px-1 pb-1">
      <legend className="sr-only">{filter.label}</legend>
      {[...filter.choices, ...unnamed].map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={() => toggle(value)}
          className="py-1.5"
        />
      ))}
    </fieldset>
  );
}
