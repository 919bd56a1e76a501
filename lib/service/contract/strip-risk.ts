import { JsonSyntaxError } from '#lib/values/json.ts';
import { findJsonPositions } from '#lib/values/json-positions.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { isRiskField, removeRisk } from './risk-fields.ts';

/** JSON text without risk detail. Everything else is unchanged, even duplicate keys. */
export type StrippedText = { readonly text: string; readonly isStripped: boolean };

/**
 * Removes every member with risk detail, at any depth and in any spelling that the contract accepts. Text that isn’t
 * JSON is returned unchanged, because zeroTotal is read from it.
 */
export function stripRisk(text: string): StrippedText {
  if (!hasRisk(text)) return { text, isStripped: false };
  let rest = text;
  // Removes from the last to the first, so earlier offsets stay valid. Inner members are removed with their outer
  // one.
  let before = text.length;
  for (const { start, end } of listOutermost(text).reverse()) {
    if (end > before) throw new RangeError('two members of JSON overlap');
    rest = removeMember(rest, start, end);
    before = start;
  }
  if (hasRisk(rest)) throw new RangeError('risk detail is left in a text of JSON');
  return { text: rest, isStripped: true };
}

function hasRisk(text: string): boolean {
  try {
    return removeRisk(parseJson(text).value).removed.length > 0 || findRiskMembers(text).length > 0;
  } catch (thrown) {
    if (thrown instanceof JsonSyntaxError) return false;
    throw thrown;
  }
}

const findRiskMembers = (text: string) =>
  findJsonPositions(text).filter(({ name }) => name !== null && isRiskField(name));

function listOutermost(text: string): { readonly start: number; readonly end: number }[] {
  let last = 0;
  return findRiskMembers(text).filter(({ start, end }) => {
    if (start < last) return false;
    last = end;
    return true;
  });
}

/** Removes a member and the comma after it, or the one before it if it is the last. */
function removeMember(text: string, start: number, end: number): string {
  const behind = /^[ \t\n\r]*,[ \t\n\r]*/.exec(text.slice(end));
  if (behind) return text.slice(0, start) + text.slice(end + behind[0].length);
  return text.slice(0, start).replace(/,?[ \t\n\r]*$/, '') + text.slice(end);
}
