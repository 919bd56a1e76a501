'use client';

import { Button } from '#components/ui/button.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { isCurrencyCode } from '#lib/lists/model/amount-filter.ts';
import { countFreeIds } from '#lib/lists/model/id-filter.ts';
import type { FilterSpec, ListSpec } from '#lib/lists/model/query.ts';
import { countFilterIds, formatDaySpan, formatFilterValues } from '#lib/lists/model/query.ts';
import { tListFiltersPanel } from '#lib/messages/list.ts';
import type { ListState } from '../query/use-list.ts';
import { useReportedValues } from '../query/use-reported-values.ts';
import { AmountFilter } from './amount-filter.tsx';
import { ChoiceFilter } from './choice-filter.tsx';
import { DaysFilter } from './days-filter.tsx';
import { IdFilter } from './id-filter.tsx';

type FilterProps = ListState & { spec: ListSpec };

export type FilterPanelProps = FilterProps & {
  field: string | null;
  onChoose: (field: string | null) => void;
};

/** Shows the fields of a list, or the values of the chosen one. */
export function FilterPanel({ field, onChoose, ...props }: FilterPanelProps) {
  const filter = field === null ? undefined : props.spec.filters[field];
  if (field === null || !filter) return <Fields spec={props.spec} query={props.query} onChoose={onChoose} />;
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="sm"
        variant="quiet"
        icon={<SpriteIcon name="chevron-left" />}
        onPress={() => onChoose(null)}
        className="self-start"
      >
        {filter.label}
      </Button>
      <FilterValues {...props} name={field} filter={filter} />
    </div>
  );
}

function Fields({
  spec,
  query,
  onChoose,
}: Pick<FilterProps, 'spec' | 'query'> & { onChoose: (name: string) => void }) {
  return (
    <div className="-m-1 flex max-h-100 flex-col overflow-y-auto">
      {kinds.map((kind) => {
        const title = tListFiltersPanel(`groups.${kind}`);
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

/** A filter without values is only set by links. It is offered while it is active, so that it can be removed. */
const isOffered = (filter: FilterSpec, chosen: readonly string[] = []) =>
  filter.kind !== 'choice' || filter.choices.length + chosen.length > 0;

const kinds: readonly FilterSpec['kind'][] = ['choice', 'id', 'amount', 'number', 'days'];

function FieldsOfKind({
  filters,
  query,
  onChoose,
}: {
  filters: readonly (readonly [string, FilterSpec])[];
  query: FilterProps['query'];
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
              className="flex h-8 w-full items-center gap-2 rounded-sm px-2 text-start text-sm hover:bg-hover"
            >
              <span className="flex-1">{filter.label}</span>
              {chosen > 0 && <span className="text-accent-text text-xs tabular-nums">{chosen}</span>}
              <SpriteIcon name="chevron-right" className="size-3.5 text-faint" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function FilterValues({ name, filter, query, go, spec }: FilterProps & { name: string; filter: FilterSpec }) {
  const reported = useReportedValues(spec.name)[name] ?? [];
  if (filter.kind === 'days') {
    return (
      <DaysFilter
        span={query.days[name] ?? null}
        isFuture={filter.isFuture === true}
        onChange={(span) => void go({ [name]: span === null ? null : formatDaySpan(span) })}
      />
    );
  }
  if (filter.kind === 'amount') {
    const chosenValues = Object.values(query.choices).flat();
    return (
      <AmountFilter
        range={query.amounts[name] ?? null}
        currencies={[...filter.currencies, ...reported.filter(isCurrencyCode)]}
        signed={filter.signed === true}
        defaultCurrency={[...chosenValues, 'EUR'].find((code) => filter.currencies.includes(code))}
        onChange={(address) => void go({ [name]: address })}
      />
    );
  }
  if (filter.kind === 'number') {
    return (
      <AmountFilter
        range={query.amounts[name] ?? null}
        currencies={null}
        signed
        help={filter.help}
        defaultCurrency={undefined}
        onChange={(address) => void go({ [name]: address })}
      />
    );
  }
  // Records link to the list with exact filters, such as a shared address.
  if (filter.kind === 'exact') return null;
  if (filter.kind === 'id') {
    const chosen = query.choices[name] ?? [];
    const otherIds = countFilterIds(spec, query) - chosen.length;
    return (
      <IdFilter
        label={filter.label}
        ids={chosen}
        maximum={countFreeIds(query.only.length + query.except.length) - otherIds}
        onChange={(ids) => void go({ [name]: ids })}
      />
    );
  }
  return (
    <ChoiceFilter
      label={filter.label}
      choices={filter.choices}
      reported={reported}
      chosen={query.choices[name] ?? []}
      onChange={(chosen) => void go({ [name]: chosen.length === 0 ? null : formatFilterValues(chosen) })}
    />
  );
}
