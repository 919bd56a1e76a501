import type { SeededRandom } from '../random.ts';

/** JSON is built from text, so that every generated digit is sent. */
export type Tokens = Readonly<Record<string, string>>;

export const jsonText = (tokens: Tokens): string =>
  `{${Object.entries(tokens)
    .map(([name, token]) => `${JSON.stringify(name)}:${token}`)
    .join(',')}}`;

export const word = (text: string): string => JSON.stringify(text);

/** An amount: its plain digits, and one of its spellings in JSON. */
export type WireAmount = { readonly digits: string; readonly token: string };

export function wireAmount(chance: SeededRandom): WireAmount {
  const whole = String(chance.between(0, chance.pick([9, 99_999, 9_999_999_999])));
  const decimals = chance.pick([0, 2, 6, 8, 18]);
  const fraction = Array.from({ length: decimals }, () => chance.between(1, 9)).join('');
  const digits = fraction === '' ? whole : `${whole}.${fraction}`;
  if (chance.happens(0.2)) return { digits, token: word(digits) };
  if (fraction === '' || chance.happens(0.8)) return { digits, token: digits };
  const shifted = `${whole}${fraction}`.replace(/^0+(?=[0-9])/, '');
  return { digits, token: `${shifted}e-${decimals}` };
}
