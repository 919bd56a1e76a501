import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

const renderCode = (text: string) => renderToStaticMarkup(<QrCode text={text} label="QR code of the link" />);
const buildLink = (bytes: number) => 'https://pay.example/?token='.padEnd(bytes, 'a');

test('draws the longest link that fits', () => {
  expect(renderCode(buildLink(2_331))).toMatch(/^<svg role="img" aria-label="QR code of the link"/);
});

test.each([
  ['a longer link', buildLink(2_332)],
  ['the longest stored link', buildLink(10_000)],
  ['fewer letters of two bytes each', 'ä'.repeat(1_200)],
])('shows a text instead of a code for %s', (_what, text) => {
  expect(renderCode(text).replaceAll(/<[^>]*>/g, '')).toBe(
    'The link is too long for a QR code. Use the link instead.',
  );
});
