'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { canBeCurrency } from '#lib/lists/model/amount-filter.ts';
import { roomToFilterBy } from '#lib/lists/model/id-filter.ts';
import type { FilterSpec, ListSpec } from '#lib/lists/model/query.ts';
import { idsFilteredFor, writeDays, writeValues } from '#lib/lists/model/query.ts';
import type { ListState } from '../query/use-list.ts';
import { useReportedValues } from '../query/use-reported-values.ts';
import { AmountFilter } from './amount-filter.tsx';
import { ChoiceFilter } from './choice-filter.tsx';
import { DaysFilter } from './days-filter.tsx';
import { IdFilter } from './id-filter.tsx';

type Given = ListState & { spec: ListSpec };

export type FilterPanelProps = Given & { field: string | null; onChoose: (field: string | null) => void };

/** What the button "Filter" opens: the fields, or the values of the one that was chosen. */
export function FilterPanel({ field, onChoose, ...given }: FilterPanelProps) {
  const filter = field === null ? undefined : given.spec.filters[field];
  if (field === null || !filter) return <Fields spec={given.spec} query={given.query} onChoose={onChoose} />;
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="sm"
        variant="quiet"
        icon={<ChevronLeft aria-hidden />}
        onPress={() => onChoose(null)}
        className="self-start"
      >
        {filter.label}
      </Button>
      <FilterValues {...given} name={field} filter={filter} />
    </div>
  );
}

function Fields({
  spec,
  query,
  onChoose,
}: Pick<Given, 'spec' | 'query'> & { onChoose: (name: string) => void }) {
  return (
    <div className="-m-1 flex max-h-100 flex-col overflow-y-auto">
      {kinds.map(({ kind, title }) => {
        const filters = Object.entries(spec.filters).filter(
          ([name, filter]) => filter.kind === kind && isOffered(filter, query.choices[name]),
        );
        if (filters.length === 0) return null;
        return (
          <section key={kind} aria-label={title}>
            <h3 className="px-2 pt-2 pb-1 font-medium text-faint text-xs">{title}</h3>
            <FieldsOfKind filters={filters} query={query} onChoose={onChoose} />
          </section>
        );
      })}
    </div>
  );
}

/** What has no values to choose from is set by links alone, and taken away here. */
const isOffered = (filter: FilterSpec, chosen: readonly string[] = []) =>
  filter.kind !== 'choice' || filter.choices.length + chosen.length > 0;

const kinds: readonly { kind: FilterSpec['kind']; title: string }[] = [
  { kind: 'choice', title: 'What' },
  { kind: 'id', title: 'Which' },
  { kind: 'amount', title: 'How much' },
  { kind: 'days', title: 'When' },
];

function FieldsOfKind({
  filters,
  query,
  onChoose,
}: {
  filters: readonly (readonly [string, FilterSpec])[];
  query: Given['query'];
  onChoose: (name: string) => void;
}) {
  return (
    <ul>
      {filters.map(([name, filter]) => {
        const chosen = query.choices[name]?.length ?? (query.days[name] || query.amounts[name] ? 1 : 0);
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

function FilterValues({ name, filter, query, go, spec }: Given & { name: string; filter: FilterSpec }) {
  const told = useReportedValues(spec.name)[name] ?? [];
  if (filter.kind === 'days') {
    return (
      <DaysFilter
        span={query.days[name] ?? null}
        onChange={(span) => void go({ [name]: span === null ? null : writeDays(span) })}
      />
    );
  }
  if (filter.kind === 'amount') {
    const chosenBefore = Object.values(query.choices).flat();
    return (
      <AmountFilter
        range={query.amounts[name] ?? null}
        currencies={[...filter.currencies, ...told.filter(canBeCurrency)]}
        signed={filter.signed === true}
        likely={[...chosenBefore, 'EUR'].find((code) => filter.currencies.includes(code))}
        onChange={(address) => void go({ [name]: address })}
      />
    );
  }
  // What records share is filtered for from their own pages.
  if (filter.kind === 'exact') return null;
  if (filter.kind === 'id') {
    const chosen = query.choices[name] ?? [];
    const elsewhere = idsFilteredFor(spec, query) - chosen.length;
    return (
      <IdFilter
        label={filter.label}
        ids={chosen}
        most={roomToFilterBy(query.only.length + query.except.length) - elsewhere}
        onChange={(ids) => void go({ [name]: ids })}
      />
    );
  }
  return (
    <ChoiceFilter
      label={filter.label}
      choices={filter.choices}
      told={told}
      chosen={query.choices[name] ?? []}
      onChange={(chosen) => void go({ [name]: chosen.length === 0 ? null : writeValues(chosen) })}
    />
  );
}
