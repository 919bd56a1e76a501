import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ExternalText } from './external-text.tsx';
import { Identifier } from './identifier.tsx';
import { replaceInvisible } from './invisible-characters.ts';

const shown = (text: string) => renderToStaticMarkup(ExternalText(text));
/** Removes the markup. */
const stripMarkup = (markup: string) => markup.replace(/<[^>]*>/g, '');

test('shows markup as text', () => {
  expect(shown('<img src=x onerror="alert(1)">')).toBe(
    '<bdi>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</bdi>',
  );
});

test.each([
  'طلب-246-الرياض',
  'הזמנה (12) שלום',
  'می\u200Cخواهم 7',
  'क्\u200Dष',
  '👩\u200D👩\u200D👧 \u2764\uFE0F\u200D🔥',
  'Ж-7 Ω № 5',
  'order 7',
])('isolates text of another direction or script and keeps it unchanged: %s', (text) => {
  expect(shown(text)).toBe(`<bdi>${text}</bdi>`);
});

test.each([
  ['12\u202E345', '12U+202E345'],
  ['\u2066a\u2069', 'U+2066aU+2069'],
  ['1\u200E\u200F2', '1U+200EU+200F2'],
  ['طلب\u061C7', 'طلبU+061C7'],
  ['pay\u200Bpal', 'payU+200Bpal'],
  ['a\u200Db\u200C', 'aU+200DbU+200C'],
  ['a\u00ADb\u00A0c\uFEFF', 'aU+00ADbU+00A0cU+FEFF'],
  ['a\u3164b\u2800c\u{E0041}', 'aU+3164bU+2800cU+E0041'],
  ['a\nb\tc\u0000', 'aU+000AbU+0009cU+0000'],
])('shows invisible and direction-changing characters as code points: %j', (text, seen) => {
  const markup = shown(text);
  expect(stripMarkup(markup)).toBe(seen);
  expect(replaceInvisible(text)).toBe(seen);
  // The copied text is the reported one.
  expect(markup).toContain('data-whole=');
});

test('shows code points in an identifier and copies the original', () => {
  const value = '12\u202E345';
  const whole = renderToStaticMarkup(<Identifier whole value={value} name="tag" />);
  expect(stripMarkup(whole)).toBe('12U+202E345');
  expect(whole).toContain(`data-whole="${value}"`);
  const short = renderToStaticMarkup(<Identifier value={`${value}67890123456789`} name="tag" />);
  expect(short).toContain('aria-description="12U+202E34567890123456789"');
  expect(stripMarkup(short)).toBe('12U+202E34567…6789');
});
