import { placesIn } from '#lib/values/json-places.ts';

/** A stretch of text; `mark` is the number of the reason that it belongs to. */
export type Segment = { readonly text: string; readonly mark: number | null };

/** Characters that would be invisible or would turn the writing round, written as what they are. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
export const visible = (text: string): string =>
  text.replace(unseen, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `⟨U+${code.padStart(4, '0')}⟩`;
  });

/** What is wrong, and where: a path, or the character at which reading ended. */
export type Reason = { readonly path: string; readonly problem: string };

type Range = { readonly start: number; readonly end: number; readonly mark: number };

/** The text, cut where a reason's field begins and ends. Of nested fields the innermost is marked. */
export function markedText(text: string, reasons: readonly Reason[]): readonly Segment[] {
  const places = placesIn(text);
  const ranges = reasons.flatMap(({ path, problem }, mark): Range[] => {
    const at = /^is not JSON: .* at character (\d+)$/.exec(problem)?.[1];
    if (at !== undefined) {
      const end = Math.min(Math.max(Number.parseInt(at, 10), 1), text.length);
      return [{ start: Math.max(end - 1, 0), end, mark }];
    }
    return places.filter((place) => place.path === path).map(({ start, end }) => ({ start, end, mark }));
  });
  const cuts = [...new Set([0, text.length, ...ranges.flatMap(({ start, end }) => [start, end])])].sort(
    (left, right) => left - right,
  );
  return cuts.slice(0, -1).flatMap((start, index): Segment[] => {
    const end = cuts[index + 1] ?? start;
    const around = ranges
      .filter((range) => range.start <= start && range.end >= end)
      .sort((left, right) => left.end - left.start - (right.end - right.start));
    return end > start ? [{ text: visible(text.slice(start, end)), mark: around[0]?.mark ?? null }] : [];
  });
}

const columns = 16;

/** Bytes in hexadecimal digits with their characters beside them, sixteen a line. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += columns) {
    const row = [...bytes.slice(at, at + columns)];
    const digits = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = row
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join('');
    lines.push(`${at.toString(16).padStart(6, '0')}  ${digits.padEnd(columns * 3 - 1)}  ${letters}`);
  }
  return lines.join('\n');
}

/** The text of these bytes, or null where they are not UTF-8. */
export function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
