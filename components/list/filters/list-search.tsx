'use client';

import { useEffect, useRef, useState } from 'react';
import { tooLong } from '#components/ui/field.tsx';
import { SearchField } from '#components/ui/search-field.tsx';
import { readSearch, searchLength } from '#lib/lists/model/query.ts';
import type { ListState } from '../query/use-list.ts';

const pauseMilliseconds = 250;

/**
 * The one search box of a list. It looks up after a short pause in typing, or at once on Enter and what is pasted. What
 * is too long for an identifier stays in the box, and nothing is found by it.
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
  const [known, setKnown] = useState(query.q);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed by another way than typing here: back, "Clear all", a link.
  if (known !== query.q) {
    setKnown(query.q);
    if (query.q !== readSearch(text)) setText(query.q ?? '');
  }
  const look = (value: string) => {
    clearTimeout(timer.current);
    const q = readSearch(value);
    if (q !== query.q) void go({ q }, query.q === null || q === null ? 'push' : 'replace');
  };
  return (
    <SearchField
      value={text}
      placeholder={placeholder}
      error={tooLong(text, searchLength)}
      onChange={(event) => {
        const { value } = event.target;
        setText(value);
        clearTimeout(timer.current);
        const { nativeEvent } = event;
        // What was pasted is whole.
        const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
        if (isPasted) look(value);
        else timer.current = setTimeout(() => look(value), pauseMilliseconds);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') look(text);
      }}
    />
  );
}
