import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Status } from '#components/status/status.tsx';
import { CoinOnNetwork, NetworkMark } from './coin-mark.tsx';

const unknown = 'A_VALUE_THAT_THE_INTERFACE_DOES_NOT_NAME';

test('wraps only codes that are longer than the known ones', () => {
  const inOneLine = (element: React.ReactNode) =>
    !/wrap-anywhere|\bwraps\b/.test(renderToStaticMarkup(element));
  expect(inOneLine(<CoinOnNetwork coin="USDT" network="TRX" />)).toBe(true);
  expect(inOneLine(<CoinOnNetwork coin="USDT" network={unknown} />)).toBe(false);
  expect(inOneLine(<CoinOnNetwork coin="SUPERLONGCOINNAME" network={null} />)).toBe(false);
  expect(inOneLine(<NetworkMark network={unknown} />)).toBe(false);
  expect(inOneLine(<Status kind="deposit" value="COMPLIANCE_REVIEW" />)).toBe(true);
  expect(inOneLine(<Status kind="deposit" value={unknown} />)).toBe(false);
});
