import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Colour = readonly [lightness: number, chroma: number, hue: number];

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8');
const colour = (text: string): Colour => {
  const [lightness = 0, chroma = 0, hue = 0] = text.split(' ').map(Number.parseFloat);
  return [lightness, chroma, hue];
};
const tokens = new Map<string, { light: Colour; dark: Colour }>();
for (const [, name = '', light = '', dark = ''] of css.matchAll(
  /--color-([a-z-]+): light-dark\(oklch\(([^)]*)\), oklch\(([^)]*)\)\)/g,
)) {
  tokens.set(name, { light: colour(light), dark: colour(dark) });
}

/** Relative luminance (WCAG 2) of an OKLCH colour, by way of linear sRGB clipped to its gamut. */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

function contrast(text: string, ground: string, theme: 'light' | 'dark'): number {
  const [one, two] = [tokens.get(text), tokens.get(ground)];
  if (!one || !two) throw new Error(`no such token: ${text} or ${ground}`);
  const [high, low] = [luminance(one[theme]), luminance(two[theme])].sort((left, right) => right - left);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const grounds = [
  'sunken',
  'canvas',
  'surface',
  'raised',
  'hover',
  'raised-hover',
  'pressed',
  'accent-ground',
];
const meanings = ['good', 'waiting', 'attention', 'bad'];
const pairs: [string, string][] = [
  ...['ink', 'muted', 'faint', 'accent-text'].flatMap((text) =>
    grounds.map((on): [string, string] => [text, on]),
  ),
  ...meanings.flatMap((text) => [...grounds, `${text}-ground`].map((on): [string, string] => [text, on])),
  ...['good-ground', 'waiting-ground', 'attention-ground', 'bad-ground'].flatMap((on): [string, string][] => [
    ['ink', on],
    ['muted', on],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'bad-solid'],
  ['on-accent', 'bad-solid-hover'],
];

describe.each(['light', 'dark'] as const)('text in the %s theme', (theme) => {
  test.each(pairs)('keeps %s readable on %s', (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(grounds.slice(0, 4))('keeps the focus ring visible on %s', (ground) => {
    expect(contrast('focus', ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

test.each([
  ['hover', 'canvas'],
  ['hover', 'surface'],
  ['raised-hover', 'raised'],
])('makes %s lighter than %s in the dark theme', (hover, ground) => {
  const [above, below] = [tokens.get(hover)?.dark[0] ?? 0, tokens.get(ground)?.dark[0] ?? 1];
  expect(above - below).toBeGreaterThanOrEqual(0.03);
});

test('uses no pure black in the dark theme', () => {
  for (const { dark } of tokens.values()) expect(dark[0]).toBeGreaterThan(0.09);
});
