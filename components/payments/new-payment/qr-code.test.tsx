import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

const shown = (text: string) => renderToStaticMarkup(<QrCode text={text} label="QR code of the link" />);
const linkOf = (bytes: number) => 'https://pay.example/?token='.padEnd(bytes, 'a');

test('the longest link that a QR code holds is one', () => {
  expect(shown(linkOf(2_331))).toMatch(/^<svg role="img" aria-label="QR code of the link"/);
});

test.each([
  ['a longer link', linkOf(2_332)],
  ['as long a link as is kept', linkOf(10_000)],
  ['fewer letters, of two bytes each', 'ä'.repeat(1_200)],
])('%s is none, and a sentence stands in its place', (_what, text) => {
  expect(shown(text).replaceAll(/<[^>]*>/g, '')).toBe('Too long for a QR code. Use the link.');
});
