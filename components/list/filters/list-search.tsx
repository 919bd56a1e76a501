'use client';

import { useEffect, useRef, useState } from 'react';
import { findLengthError } from '#components/ui/field.tsx';
import { SearchField } from '#components/ui/search-field.tsx';
import { normalizeSearchText, searchLength } from '#lib/lists/model/search-text.ts';
import type { ListState } from '../query/use-list.ts';

const pauseMilliseconds = 250;

/**
 * The search field of a list. It searches after a short pause in typing, or at once on Enter and paste. Text that is too
 * long for an identifier stays in the field and finds nothing.
 */
export function ListSearch({
  query,
  go,
  placeholder,
}: {
  query: Pick<ListState['query'], 'q'>;
  go: ListState['go'];
  placeholder: string;
}) {
  const [text, setText] = useState(query.q ?? '');
  const [lastSearch, setLastSearch] = useState(query.q);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Follows changes of the address from elsewhere: the back button, "Clear all", a link.
  if (lastSearch !== query.q) {
    setLastSearch(query.q);
    if (query.q !== normalizeSearchText(text)) setText(query.q ?? '');
  }
  const search = (value: string) => {
    clearTimeout(timer.current);
    const q = normalizeSearchText(value);
    if (q !== query.q) void go({ q }, query.q === null || q === null ? 'push' : 'replace');
  };
  return (
    <SearchField
      value={text}
      placeholder={placeholder}
      error={findLengthError(text, searchLength)}
      onChange={(event) => {
        const { value } = event.target;
        setText(value);
        clearTimeout(timer.current);
        const { nativeEvent } = event;
        // Pasted text is complete, so it needs no pause.
        const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
        if (isPasted) search(value);
        else timer.current = setTimeout(() => search(value), pauseMilliseconds);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(text);
      }}
    />
  );
}
