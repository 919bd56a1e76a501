import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RatesPage } from '#components/rates/rates-page.tsx';
import { parsePeriod } from '#lib/statements/model/period.ts';
import type { FeeGroup, FeesView } from '#lib/statements/schema-fees.ts';
import type { RatesView } from '#lib/statements/schema-rates.ts';
import { amount } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { FeesPage } from './fees-page.tsx';

const period = parsePeriod('2026-10-05..2026-11-20');
if (period === null) throw new Error('no period');

const toGroup = (key: string, fields: Partial<FeeGroup> = {}): FeeGroup => ({
  ...{ key, count: 3, declared: 1, credited: signedAmount('300'), fee: signedAmount('4.5'), feeKnown: 2 },
  ...{
    rate: signedAmount('1.5'),
    rated: 2,
    distributed: signedAmount('1.2'),
    payerShare: signedAmount('26.6667'),
  },
  ...{ shared: 2, depegLoss: null, depegKnown: 0, rateShare: 1_000, depegShare: 0, ...fields },
});

const view: FeesView = {
  ...{ currency: 'EUR', currencies: ['EUR'], period, timeZone: 'Europe/Berlin', expired: 2 },
  total: toGroup(''),
  groups: {
    month: [toGroup('2026-10'), toGroup('2026-11', { rate: null, rateShare: 0, rated: 0 })],
    coin: [
      toGroup('BTC'),
      toGroup('', { depegKnown: 1, depegLoss: signedAmount('-0.25'), depegShare: 1_000 }),
    ],
    network: [],
    band: [toGroup('10'), toGroup('10000')],
    day: [toGroup('2026-10-06')],
  },
  chainCosts: [
    { kind: 'withdrawal', coin: 'ETH', network: '', count: 1, amount: signedAmount('0.002'), known: 1 },
  ],
};

const toText = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00a0\u202f]+/g, ' ');

test('shows effective fees and depeg losses as bars with a table of the same groups', () => {
  const html = renderToStaticMarkup(<FeesPage businessId="b" view={view} />);
  const text = toText(html);
  expect(text).toContain('2 deposits of this period have expired. These figures don’t include them.');
  // Each line has its name and its value.
  expect(text).toContain('October 2026 1.50% November 2026 —');
  expect(text).toContain('Not reported -0.25 EUR');
  expect(text).toContain(
    'Only a callback reported the net credited amount of 1 deposit. It is declared credited.',
  );
  expect(text).toContain('No deposit of this period reports these amounts.');
  expect(text).toMatch(/10 to 100 EUR .*10,000 EUR and more/);
  expect(html.match(/<table aria-label="Effective fee by coin"/g)).toHaveLength(1);
  expect(html).toContain('aria-label="October 2026: 1.50%, 3 deposits"');
  // A month links to its days of the period.
  expect(html).toContain('depositReceivedAt=2026-10-05..2026-10-31');
  expect(html).toContain('<data value="26.6667"');
});

test('shows many days as bars, which one line reads out', () => {
  const day = Array.from({ length: 13 }, (_, at) =>
    toGroup(`2026-10-${String(at + 6).padStart(2, '0')}`, {
      ...{ depegKnown: 1, depegLoss: signedAmount('-0.25'), depegShare: 1_000 },
    }),
  );
  const html = renderToStaticMarkup(
    <FeesPage businessId="b" view={{ ...view, groups: { ...view.groups, day } }} />,
  );
  expect(toText(html)).toContain('Highest: -0.25 EUR (Oct 6, 2026)');
  expect(html).toContain('aria-label="Rate loss (depeg) by day, read out"');
});

const rates: RatesView = {
  ...{ currency: 'EUR', currencies: ['EUR'], period, timeZone: 'Europe/Berlin', tolerance: amount('0.5') },
  ...{ count: 2, outliers: 1, unknown: 1, declared: 1, isFirst: true, next: '0 2026-10-05 10:00:00+00 x' },
  rows: [
    {
      ...{ depositId: 'd1', clientId: 'order-1', at: instant(1_791_000_000_000) },
      paid: { amount: signedAmount('0.5'), coin: 'ETH' },
      priced: { amount: signedAmount('1100.5'), currency: 'USD', rate: signedAmount('2201') },
      credited: { amount: signedAmount('900'), currency: 'EUR', rate: signedAmount('1800') },
      eur: { amount: null, currency: null, rate: null },
      ...{
        expectedRate: signedAmount('2000'),
        spread: signedAmount('10.05'),
        feeShare: null,
        isOutlier: true,
        isDeclared: true,
      },
    },
  ],
};

test('shows a deposit in its currencies with the rates and the spread', () => {
  const html = renderToStaticMarkup(<RatesPage businessId="b" view={rates} />);
  const text = toText(html);
  expect(text).toContain('Deposits beyond 0.5 %: 1 of 2. Not comparable: 1.');
  expect(text).toContain(
    'Only a callback reported the net credited amount of 1 deposit. It is declared credited.',
  );
  expect(text).toContain('Reported by callback, declared credited');
  expect(text).toMatch(
    /order-1 .*\+10\.05% Beyond tolerance Expected 2,000\.00 USD per ETH 1,100\.50 USD 2,201\.00 USD per ETH/,
  );
  expect(html).toContain('href="/b/deposits/d1"');
  // A column in EUR beside credited EUR would say each amount twice.
  const hasEurColumn = (view: RatesView) =>
    toText(renderToStaticMarkup(<RatesPage businessId="b" view={view} />)).includes(' In EUR ');
  expect([hasEurColumn(rates), hasEurColumn({ ...rates, currency: 'USDC' })]).toEqual([false, true]);
  expect(html).toContain('tolerance=0.5&amp;after=0%202026-10-05%2010%3A00%3A00%2B00%20x');
});
