import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LocaleContext } from '#components/ui/locale-context.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { LinkedDay } from './day-bars.tsx';
import { DayBars } from './day-bars.tsx';

/** Builds a day with a full bar. */
const day = (of: string, recorded: string | null, reported: string | null): LinkedDay => {
  const amount = reported === null ? null : parseTotal(reported);
  return {
    day: of,
    total: recorded === null ? null : parseTotal(recorded),
    known: recorded === null ? 0 : 1,
    count: 1 + (recorded === null || reported === null ? 0 : 1),
    reported: amount === null ? null : { total: amount, count: 1 },
    share: 1_000,
    reportedShare: 0,
    href: `/${of}`,
  };
};
const days = [
  day('2026-11-17', '999.9', null),
  day('2026-11-18', '400', '600.01'),
  day('2026-11-19', null, '7'),
];

const shown = (highest: string | null) =>
  renderToStaticMarkup(<DayBars days={days} highest={highest} axis={null} currency="ETH" noun="deposit" />)
    .replace(/<ol.*/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('shows the amounts of the highest day, callback-only amounts apart', () => {
  expect(shown('2026-11-17')).toBe('Highest amount on Nov 17: 999.90');
  expect(shown('2026-11-18')).toBe(
    'Highest amount on Nov 18: 400.00 + reported by callback only: 600.01 1 of 2 amounts reported',
  );
  expect(shown('2026-11-19')).toBe('Highest amount on Nov 19: reported by callback only: 7.00');
});

test('names no highest day where no day has an amount', () => {
  expect(shown(null)).toBe('No amounts in ETH in this period');
});

test('formats days in the locale', () => {
  const html = renderToStaticMarkup(
    <LocaleContext value={{ locale: 'de', zone: 'UTC' }}>
      <DayBars days={days} highest="2026-11-17" axis={null} currency="ETH" noun="deposit" />
    </LocaleContext>,
  );
  expect(html).toContain('Highest amount on 17. Nov.');
  expect(html).toContain('data-tooltip="18. Nov.: ');
});

test('reads out one day below the bars, today at first', () => {
  const html = renderToStaticMarkup(
    <DayBars days={days} highest={null} axis={null} currency="ETH" noun="deposit" />,
  );
  expect(html).toContain(
    'aria-valuetext="Nov 19, today so far: 7.00 ETH reported by callback only, 1 deposit"',
  );
  expect(html).toMatch(/role="slider"[^>]*aria-valuemax="3"[^>]*aria-valuenow="3"/);
});

test('marks the highest amount and its half at the side', () => {
  const [top, middle] = [parseTotal('1000.01'), parseTotal('500.005')];
  const axis = top === null || middle === null ? null : { top, middle };
  const html = renderToStaticMarkup(
    <DayBars days={days} highest="2026-11-18" axis={axis} currency="EUR" noun="deposit" />,
  );
  expect([...html.matchAll(/translateY[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
    '1,000.01',
    '500.01',
    '0',
  ]);
});
