'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { countKey, labelsKey, listKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { countRefresh } from '#components/shell/refresh-changed-queries.ts';
import { storePreference } from '#components/shell/store-preference.ts';
import type { Label } from '#lib/annotations/model.ts';
import type { ListCount, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import {
  countWholeList,
  listAddress,
  parseListQuery,
  restrictSpec,
  toFilterAddress,
} from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import { normalizeViewQuery } from '#lib/saved-views/model.ts';
import type { ListView } from '#lib/saved-views/schema.ts';
import type { DisplaySettings } from '../table/display-settings.ts';
import {
  displaySettingsCookie,
  formatDisplaySettings,
  resolveDisplaySettings,
} from '../table/display-settings.ts';
import { readFirstRow } from './first-row.ts';
import { createListParameters, displayParameters } from './list-parameters.ts';
import { listPageShape } from './page-shape.ts';
import { readRowFromAddress } from './row-address.ts';
import { listHref, withAllRowsView } from './whole-list.ts';

/** The business, the person's rights and settings. The server reads the first page for the query of the list. */
export type ListStart = {
  readonly businessId: string;
  /** The person may see risk detail and filter by it. Absent for others, whose page source must not name it. */
  readonly mayRisk?: boolean;
  readonly mayExport: boolean;
  /** The person's saved views of the list. */
  readonly views: readonly ListView[];
  readonly mayShare: boolean;
  /** The person's display settings. */
  readonly displaySettings: DisplaySettings;
};

const labelsView = checkFields<readonly Label[]>(Array.isArray);
const countView = checkFields<ListCount>(withFields('count', 'more'));

/** Adds the business's labels to the label filter. */
function withLabels(spec: ListSpec, labels: readonly Label[]): ListSpec {
  const filter = spec.filters['label'];
  if (filter?.kind !== 'choice') return spec;
  const choices = labels.map(({ labelId, name, retired }) => ({
    value: labelId,
    label: retired ? tList('label.retired', { name }) : name,
  }));
  return { ...spec, filters: { ...spec.filters, label: { ...filter, choices } } };
}

/** The cursor of a page. Both null: the first page. */
export type PageCursors = { readonly after: string | null; readonly before: string | null };

const noLabels: readonly Label[] = [];

/** Reads the business's labels, also those created after the first page. */
function useLabels(spec: ListSpec, businessId: string): readonly Label[] {
  const isLabelled = 'label' in spec.filters;
  const { data } = useQuery({
    queryKey: labelsKey(businessId, isLabelled),
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/labels`, labelsView, signal),
    enabled: isLabelled,
  });
  return data ?? noLabels;
}

/** Reads the list state from the URL, fetches its page and count, and changes the URL. The URL is the only state. */
export function useList<Row>(
  whole: ListSpec,
  start: ListStart,
  /** Returns the count when the page knows it. */
  getCount?: (query: ListQuery) => ListCount | null,
) {
  const { businessId } = start;
  const labels = useLabels(whole, businessId);
  const spec = withLabels(restrictSpec(whole, start.mayRisk === true), labels);
  const path = usePathname();
  const [parameters, setParameters] = useQueryStates(createListParameters(whole), {
    history: 'push',
    shallow: true,
  });
  const { query, ignored } = parseListQuery(spec, (name) => parameters[name] ?? null);
  const open = readRowFromAddress(parameters['open'] ?? null);
  const unopened = parameters['open'] && open === null ? ['open'] : [];
  // A shared link may use filters that this person is not allowed to use.
  const hidden = Object.keys(whole.filters).filter((name) => !(name in spec.filters) && parameters[name]);
  const address = listAddress(query);
  const begun = { ...query, after: null, before: null };
  const filtered = toFilterAddress(query);
  const api = `/api/businesses/${businessId}/${spec.name}`;
  const family = ['b', businessId, spec.name] as const;
  const countedKey = countKey(businessId, spec.name, filtered);
  const queries = useQueryClient();
  const pageQuery = (of: string) => ({
    queryKey: listKey(businessId, spec.name, of),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const read = await requestJson(`${api}?${of}`, listPageShape<Row>(), signal);
      const whole = countWholeList(read);
      if (whole !== null) queries.setQueryData(countedKey, whole);
      return read;
    },
  });
  const page = useQuery({ ...pageQuery(address), placeholderData: keepPreviousData });
  const knownCount = getCount?.(query) ?? null;
  const counting = useQuery({
    queryKey: countedKey,
    queryFn: ({ signal }) => requestJson(`${api}/count?${filtered}`, countView, signal),
    // A page with the whole list has its count.
    enabled:
      knownCount === null &&
      !page.isPlaceholderData &&
      page.data !== undefined &&
      countWholeList(page.data) === null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: countRefresh,
  });
  const opensView = start.views.some(({ isDefault }) => isDefault);
  const change = (next: Readonly<Record<string, string | null>>, history: 'push' | 'replace') =>
    setParameters(withAllRowsView(parameters, next, opensView), { history });
  /** Changes URL parameters. Others keep their value; the page and the open row are reset. */
  const go = (next: Readonly<Record<string, string | null>>, how: 'push' | 'replace' = 'push') =>
    change({ after: null, before: null, first: null, open: null, ...next }, how);
  /** Reads another page of the list early. It stays fresh for the time in which a person decides to open it. */
  const prefetch = (place: PageCursors) =>
    queries.prefetchQuery({ ...pageQuery(listAddress({ ...query, ...place })), staleTime: 10_000 });
  /** Opens another page of the list once its rows are read, so that address and rows change together. */
  const turnTo = async (place: PageCursors, first: number | null) => {
    const { href } = window.location;
    await prefetch(place);
    // The person went elsewhere in the meantime.
    if (window.location.href !== href) return;
    await go({ ...place, first: first === null || first <= 1 ? null : `${first}` });
  };
  /** Returns the address of the list with another query and the same display settings. */
  const getHref = (next: ListQuery): string => {
    const settings = displayParameters.flatMap((name) =>
      parameters[name] ? [[name, parameters[name]]] : [],
    );
    const shown = new URLSearchParams(settings).toString().replaceAll('%2C', ',');
    const address = [listAddress(next), shown].filter((part) => part !== '').join('&');
    return listHref(path, address, opensView);
  };
  const view = start.views.find(({ viewId }) => viewId === parameters['view']) ?? null;
  const [ownSettings, setOwnSettings] = useState(start.displaySettings);
  const shown = resolveDisplaySettings(parameters, ownSettings, view !== null);
  /** Changes the display settings in the URL and remembers them. */
  const changeDisplaySettings = (next: Partial<DisplaySettings>) => {
    const changed = { ...shown, ...next };
    // A view has its own display settings.
    if (view === null) {
      setOwnSettings(changed);
      storePreference(displaySettingsCookie(spec.name), formatDisplaySettings(changed));
    }
    void change({ columns: changed.columns, density: changed.density }, 'replace');
  };
  /** Opens a row, so that Back closes it. Another row replaces the open one. */
  const setOpen = (id: string | null) =>
    change({ open: id }, parameters['open'] || id === null ? 'replace' : 'push');
  const chosen = shown.columns === null ? '' : `&columns=${shown.columns}`;
  /** Returns the export query of the shown rows, with the chosen columns. */
  const getExportQuery = (changes: Partial<ListQuery>) => `${listAddress({ ...begun, ...changes })}${chosen}`;
  /** The URL query that a view saves. */
  const shownQuery = normalizeViewQuery(
    `${listAddress(begun)}&columns=${shown.columns ?? ''}&density=${shown.density}`,
  );
  return {
    spec,
    labels,
    query,
    ignored: [...ignored, ...unopened, ...hidden],
    address,
    filtered,
    api,
    family,
    page,
    count: {
      data: knownCount ?? counting.data,
      isOutdated: knownCount === null && counting.isPlaceholderData,
    },
    go,
    prefetch,
    turnTo,
    getHref,
    getExportQuery,
    displaySettings: shown,
    changeDisplaySettings,
    view,
    shownQuery,
    open,
    setOpen,
    first: readFirstRow(query, parameters['first'] ?? null),
  };
}

/** The list state from the URL. */
export type ListInAddress = Pick<
  ReturnType<typeof useList<unknown>>,
  'spec' | 'query' | 'address' | 'filtered' | 'api' | 'family'
>;

/** The address of the same list with another query. */
export type GetListHref = (query: ListQuery) => string;

export type ListState = {
  readonly query: ListQuery;
  readonly go: (next: Readonly<Record<string, string | null>>, how?: 'push' | 'replace') => unknown;
};
