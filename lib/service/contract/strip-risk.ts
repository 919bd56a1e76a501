import { JsonSyntaxError } from '#lib/values/json.ts';
import { placesIn } from '#lib/values/json-places.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { isRiskField, withoutRisk } from './risk-fields.ts';

/** A text of JSON without risk detail. Everything else stays as it was written, keys that stand twice included. */
export type StrippedText = { readonly text: string; readonly isStripped: boolean };

/**
 * Removes every member that holds risk detail, at any depth and in any spelling that the contract reads. Text that is no
 * JSON comes back as it is: nothing is read from it.
 */
export function stripRisk(text: string): StrippedText {
  if (!hasRisk(text)) return { text, isStripped: false };
  let rest = text;
  // From the last to the first, so that the places before it stay true. An inner one is removed with its outer one.
  let before = text.length;
  for (const { start, end } of outermost(text).reverse()) {
    if (end > before) throw new RangeError('two members of JSON overlap');
    rest = withoutMember(rest, start, end);
    before = start;
  }
  if (hasRisk(rest)) throw new RangeError('risk detail is left in a text of JSON');
  return { text: rest, isStripped: true };
}

function hasRisk(text: string): boolean {
  try {
    return withoutRisk(parseJson(text).value).removed.length > 0 || riskPlaces(text).length > 0;
  } catch (thrown) {
    if (thrown instanceof JsonSyntaxError) return false;
    throw thrown;
  }
}

const riskPlaces = (text: string) => placesIn(text).filter(({ name }) => name !== null && isRiskField(name));

function outermost(text: string): { readonly start: number; readonly end: number }[] {
  let last = 0;
  return riskPlaces(text).filter(({ start, end }) => {
    if (start < last) return false;
    last = end;
    return true;
  });
}

/** Takes the comma behind a member with it, or the one before it where it is the last of its object. */
function withoutMember(text: string, start: number, end: number): string {
  const behind = /^[ \t\n\r]*,[ \t\n\r]*/.exec(text.slice(end));
  if (behind) return text.slice(0, start) + text.slice(end + behind[0].length);
  return text.slice(0, start).replace(/,?[ \t\n\r]*$/, '') + text.slice(end);
}
