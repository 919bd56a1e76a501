import { findJsonPositions } from '#lib/values/json-positions.ts';

/** A part of a text. `mark` is the index of the reason that concerns it. */
export type TextSegment = { readonly text: string; readonly mark: number | null };

/** Control and format characters: invisible ones and those that change the text direction. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces invisible characters by their code points, `⟨U+200E⟩`. */
export const escapeInvisible = (text: string): string =>
  text.replace(invisible, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `⟨U+${code.padStart(4, '0')}⟩`;
  });

/** A problem and its place: a path, or the character at which parsing stopped. */
export type CallbackReason = { readonly path: string; readonly problem: string };

type Range = { readonly start: number; readonly end: number; readonly mark: number };

/** Splits a text at the fields that reasons concern. Of nested fields the innermost one is marked. */
export function splitAtReasons(text: string, reasons: readonly CallbackReason[]): readonly TextSegment[] {
  const places = findJsonPositions(text);
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
  return cuts.slice(0, -1).flatMap((start, index): TextSegment[] => {
    const end = cuts[index + 1] ?? start;
    const enclosing = ranges
      .filter((range) => range.start <= start && range.end >= end)
      .sort((left, right) => left.end - left.start - (right.end - right.start));
    return end > start
      ? [{ text: escapeInvisible(text.slice(start, end)), mark: enclosing[0]?.mark ?? null }]
      : [];
  });
}

const columns = 16;

/** Returns a hex dump: sixteen bytes per line, with their ASCII characters. */
export function formatHexDump(bytes: Uint8Array): string {
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

/** Returns the text of the bytes, or null if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
