import fs from 'node:fs';
import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { spriteCoins } from '#components/money/sprite-coins.ts';

/** The names of the type `SpriteIconName`. */
const names = [
  ...fs.readFileSync('components/ui/sprite-icon.tsx', 'utf8').matchAll(/^ {2}\| '([\w-]+)'/gm),
].map(([, name = '']) => name);
const toPascalCase = (name: string) =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Our own coin icons on a 16-px grid. */
const coins: Readonly<Record<(typeof spriteCoins)[number], string>> = {
  BTC: 'M6 4.5v7M6 4.5h2.6a1.75 1.75 0 0 1 0 3.5H6m0 0h3a1.75 1.75 0 0 1 0 3.5H6M7.2 3.4v1.1m0 7v1.1M9 3.4v1.1m0 7v1.1',
  BCH: 'm5.6 5 1 6.8M5.6 5l2.6-.5a1.7 1.7 0 0 1 .6 3.4l-2.7.5m0 0 3-.5a1.75 1.75 0 0 1 .5 3.4l-3 .5M6.8 4.7l-.2-1.1m2 7.8.2 1.1',
  ETH: 'm8 2.8 3.2 5.3L8 10 4.8 8.1 8 2.8Zm-3 7.1 3 3.3 3-3.3-3 1.7-3-1.7Z',
  BNB: 'M8 6.3 9.7 8 8 9.7 6.3 8 8 6.3ZM5.4 5.6 8 3l2.6 2.6M5.4 10.4 8 13l2.6-2.6M3.4 7.4 2.8 8l.6.6m9.2-1.2.6.6-.6.6',
  LINK: 'm8 3 4.2 2.5v5L8 13l-4.2-2.5v-5L8 3Zm0 3L6.3 7v2L8 10l1.7-1V7L8 6Z',
  LTC: 'M7.4 3.5 5.5 11.7h5.2M5 9l4.2-1.7',
  SOL: 'M5.3 4.5h7L10.7 6h-7l1.6-1.5Zm-1.6 2.8h7l1.6 1.5h-7L3.7 7.3Zm1.6 2.8h7l-1.6 1.5h-7l1.6-1.5Z',
  TRX: 'm3.4 3.6 7.3 1.3 2 1.9-5.5 6.1L3.4 3.6Zm0 0 4.7 4m2.6-2.7L8.1 7.6m-.9 5.3.9-5.3 4.6-.8',
  USDC: 'M9.8 6.4c-.3-.7-1-1-1.8-1-1.1 0-1.9.5-1.9 1.3 0 1.9 3.8.7 3.8 2.6 0 .8-.8 1.3-1.9 1.3-.9 0-1.6-.4-1.9-1.1M8 4.3v1.1m0 5.2v1.1M5.4 3.3a5.3 5.3 0 0 0 0 9.4M10.6 3.3a5.3 5.3 0 0 1 0 9.4',
  USDT: 'M4.6 4h6.8v2H4.6zM8 6v6.5M3.6 8c0-.7 2-1.2 4.4-1.2s4.4.5 4.4 1.2-2 1.2-4.4 1.2S3.6 8.7 3.6 8Z',
  XLM: 'M2.8 10.3 13.2 5M2.8 12.1l2-1m6-3.1 2.4-1.2M12 8.7a4.3 4.3 0 0 1-6.7 2.9M4 7.3a4.3 4.3 0 0 1 6.7-2.9',
  XRP: 'm3.7 3.8 2.5 2.5a2.55 2.55 0 0 0 3.6 0l2.5-2.5m-8.6 8.4 2.5-2.5a2.55 2.55 0 0 1 3.6 0l2.5 2.5',
};

/** Returns a symbol that takes colour and size from the place that uses it. */
function toSymbol(name: string): string {
  const icon = Reflect.get(lucide, toPascalCase(name));
  if (!icon) throw new Error(`there is no icon ${name}`);
  return renderToStaticMarkup(createElement(icon))
    .replace(/^<svg [^>]*>/, `<symbol id="${name}" viewBox="0 0 24 24" ${strokes}>`)
    .replace('</svg>', '</symbol>');
}
const strokes =
  'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

const toCoinSymbol = ([code, path]: [string, string]): string =>
  `<symbol id="coin-${code}" viewBox="0 0 16 16" ${strokes.replace('"2"', '"1.4"')}><path d="${path}" transform="translate(1.2 1.2) scale(0.85)"/></symbol>`;

// `npx vitest run --update=all` on this file writes the sprite after a change of the icons.
test('the sprite has each icon that rows repeat', async () => {
  const symbols = [...names.map(toSymbol), ...Object.entries(coins).map(toCoinSymbol)].join('\n');
  await expect(
    `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">\n${symbols}\n</svg>\n`,
  ).toMatchFileSnapshot('../../public/icons.svg');
});
