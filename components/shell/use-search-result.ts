'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { isSearchable } from '#lib/lists/model/query.ts';
import type { SearchView } from '#lib/search/schema/search.ts';

const shape = checkFields<SearchView>(withFields('hits', 'more', 'lists', 'mayCreate'));

/** Debounce time of the input. */
const pauseMs = 120;

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

export type SearchResult = {
  readonly view: SearchView | null;
  /** The search for the current input is still running. */
  readonly isPending: boolean;
  /** The error of the search. */
  readonly failure: string | null;
};

/** Searches the records that match the input. */
export function useSearchResult(businessId: string, typed: string, isOpen: boolean): SearchResult {
  const trimmed = typed.trim();
  const q = useDebounced(trimmed);
  const shouldSearch = isOpen && trimmed.length >= 2 && isSearchable(trimmed);
  const isSearched = shouldSearch && q.length >= 2 && isSearchable(q);
  const { data, error, isFetching } = useQuery({
    queryKey: ['b', businessId, 'search', q],
    queryFn: ({ signal }) =>
      requestJson(`/api/businesses/${businessId}/search?q=${encodeURIComponent(q)}`, shape, signal),
    enabled: isSearched,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  return {
    view: isSearched ? (data ?? null) : null,
    isPending: shouldSearch && (isFetching || q !== trimmed),
    failure: isSearched && error !== null ? error.message : null,
  };
}
