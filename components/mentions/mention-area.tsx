'use client';

import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { checkFields } from '#components/query/check-fields.ts';
import { colleaguesKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Button } from '#components/ui/button.tsx';
import type { TextAreaProps } from '#components/ui/text-area.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tMentions } from '#lib/messages/annotations.ts';
import type { Colleague } from '#lib/people/model-mentions.ts';
import { findTypedMention, matchColleagues } from '#lib/people/model-mentions.ts';

const colleaguesShape = checkFields<readonly Colleague[]>(Array.isArray);

/** Suggested colleagues. More typed letters find the others. */
const maxSuggestions = 6;

export type MentionAreaProps = Omit<TextAreaProps, 'value' | 'onChange'> & {
  businessId: string;
  /** The kind of the note. It decides which colleagues may read it. */
  about: 'record' | 'case';
  text: string;
  onText: (text: string) => void;
};

/** A field for a note. It suggests colleagues once `@` is typed. They are notified of the note. */
export function MentionArea({ businessId, about, text, onText, help, ...rest }: MentionAreaProps) {
  const field = useRef<HTMLTextAreaElement | null>(null);
  const [caret, setCaret] = useState(0);
  /** The position of the caret once the text has changed. */
  const nextCaret = useRef<number | null>(null);
  const typed = findTypedMention(text, caret);
  const { data } = useQuery({
    queryKey: colleaguesKey(businessId, about),
    queryFn: ({ signal }) =>
      requestJson(`/api/businesses/${businessId}/colleagues?about=${about}`, colleaguesShape, signal),
    enabled: typed !== null,
    staleTime: 60_000,
  });
  useLayoutEffect(() => {
    const at = nextCaret.current;
    if (at === null || field.current === null) return;
    nextCaret.current = null;
    field.current.focus();
    field.current.setSelectionRange(at, at);
  });
  const matches = typed === null || data === undefined ? [] : matchColleagues(typed, data);
  // A name that is typed whole needs no suggestion.
  const names = [...new Set(matches.map(({ name }) => name))].filter((name) => name !== typed?.typed);
  const suggested = names.slice(0, maxSuggestions).map((name) => {
    const count = matches.filter((colleague) => colleague.name === name).length;
    // A note mentions everyone of this name.
    return { name, label: count === 1 ? `@${name}` : tMentions('sameName', { name, count }) };
  });
  const mention = (name: string) => {
    if (typed === null) return;
    const before = `${text.slice(0, typed.start)}@${name} `;
    nextCaret.current = before.length;
    setCaret(before.length);
    onText(before + text.slice(caret).replace(/^ /, ''));
  };
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        {...rest}
        help={
          <>
            {help} {tMentions('help')}
          </>
        }
        value={text}
        onChange={({ target }) => {
          field.current = target;
          setCaret(target.selectionStart);
          onText(target.value);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
      />
      <p role="status" className="sr-only">
        {typed !== null && data !== undefined && tMentions('found', { count: suggested.length })}
      </p>
      {suggested.length > 0 && (
        <ul aria-label={tMentions('suggestions')} className="flex flex-wrap gap-1.5">
          {suggested.map(({ name, label }) => (
            <li key={name}>
              <Button size="sm" variant="quiet" onPress={() => mention(name)}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
