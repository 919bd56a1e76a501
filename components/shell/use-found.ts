'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { canBeFound } from '#lib/lists/model/query.ts';
import type { SearchView } from '#lib/search/schema/search.ts';

const shape = outline<SearchView>(withFields('hits', 'more', 'lists', 'mayCreate'));

/** Long enough not to ask for every letter of what is typed, too short to be waited for. */
const pauseMs = 120;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

export type Found = {
  readonly view: SearchView | null;
  /** What was typed last is still looked up. */
  readonly isPending: boolean;
  /** Why it could not be looked up. */
  readonly failure: string | null;
};

/** The records that what is typed leads to. */
export function useFound(businessId: string, typed: string, isOpen: boolean): Found {
  const wanted = typed.trim();
  const q = usePaused(wanted);
  const isWanted = isOpen && wanted.length >= 2 && canBeFound(wanted);
  const isAsked = isWanted && q.length >= 2 && canBeFound(q);
  const { data, error, isFetching } = useQuery({
    queryKey: ['b', businessId, 'search', q],
    queryFn: ({ signal }) =>
      requestJson(`/api/businesses/${businessId}/search?q=${encodeURIComponent(q)}`, shape, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  return {
    view: isAsked ? (data ?? null) : null,
    isPending: isWanted && (isFetching || q !== wanted),
    failure: isAsked && error !== null ? error.message : null,
  };
}
