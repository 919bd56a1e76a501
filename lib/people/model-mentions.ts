/** A member of a business, as colleagues name them. */
export type Colleague = { readonly personId: string; readonly name: string };

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(character);

/** Returns true if the text has the name at this position, as whole words. */
function hasNameAt(text: string, name: string, start: number): boolean {
  const end = start + name.length;
  return (
    text.slice(start, end).toLowerCase() === name.toLowerCase() && !isWordCharacter([...text.slice(end)][0])
  );
}

/**
 * Returns the ids of the colleagues whom a text mentions, such as `@Ada Lovelace`. The longest name that fits counts.
 * Colleagues of the same name are all mentioned.
 */
export function findMentions(text: string, colleagues: readonly Colleague[]): readonly string[] {
  const found = new Set<string>();
  for (const { index } of text.matchAll(/@/g)) {
    // "ada@example.com" mentions no one.
    if (isWordCharacter(text[index - 1])) continue;
    const named = colleagues.filter(({ name }) => name !== '' && hasNameAt(text, name, index + 1));
    const longest = Math.max(...named.map(({ name }) => name.length));
    for (const { name, personId } of named) if (name.length === longest) found.add(personId);
  }
  return [...found];
}

/** A mention that is being typed: where it begins, and what is typed of the name. */
type TypedMention = { readonly start: number; readonly typed: string };

/** Characters after which a text is no name that is being typed. */
const longestTyped = 60;

/** Returns the mention that ends at the caret, or null. */
export function findTypedMention(text: string, caret: number): TypedMention | null {
  const start = text.lastIndexOf('@', caret - 1);
  if (start === -1 || caret - start > longestTyped || isWordCharacter(text[start - 1])) return null;
  const typed = text.slice(start + 1, caret);
  return /[\n@]|^\s/.test(typed) ? null : { start, typed };
}

/** Returns the colleagues whose name, or a part of it, begins with what is typed. */
export const matchColleagues = (
  { typed }: TypedMention,
  colleagues: readonly Colleague[],
): readonly Colleague[] =>
  colleagues.filter(({ name }) => {
    const lower = name.toLowerCase();
    const start = typed.toLowerCase();
    return lower.startsWith(start) || lower.split(/\s+/).some((part) => part.startsWith(start));
  });
