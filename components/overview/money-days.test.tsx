import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ComparedTotal, CurrencyTotal, OverviewView, Total } from '#lib/reports/schema/overview.ts';
import { eurChoice } from '#lib/reports/schema/overview.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { parseSignedAmount, parseTotal } from '#lib/values/amount.ts';
import { MoneyDays } from './money-days.tsx';
import { MoneyNet } from './money-net.tsx';
import { MoneyTotals } from './money-totals.tsx';

const total = (text: string | null, count: number): Total => ({
  total: text === null ? null : parseTotal(text),
  known: text === null ? 0 : count,
  count,
  reported: null,
});
const compared: ComparedTotal = { ...total('1200.5', 1_234), before: total('9', 1), today: total(null, 0) };
const withdrawn: CurrencyTotal = { currency: 'EUR', ...compared };

const view = (of: string): OverviewView => ({
  timeZone: 'UTC',
  query: { days: 7, in: null, out: null },
  period: { from: '2026-11-13', to: '2026-11-19' },
  before: { from: '2026-11-06', to: '2026-11-12' },
  today: '2026-11-20',
  deposited: [{ currency: 'BTC', ...compared }],
  credited: [],
  fees: [],
  eur: compared,
  inDays: { of, choices: [eurChoice, 'BTC'], days: [], axis: null, highest: null },
  withdrawn: [withdrawn],
  outDays: { of: 'EUR', choices: ['EUR'], days: [], axis: null, highest: null },
  netDays: { of: null, choices: [], days: [], axis: null },
  funnel: { statuses: [], callbackOnly: { count: 0, more: false }, canBeRead: true },
  exceptionAges: [],
  attention: [],
  seen: { payments: true, business: true, callbacks: true },
});

const links = (of: string) => {
  const text = renderToStaticMarkup(
    <MoneyDays base="/b" view={view(of)} getPageHref={() => '/b/overview'} />,
  );
  return [...text.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(?:<span>)?([^<]*)(?:<\/span>)?([^<]*)/g)]
    .map(([, href = '', count = '', noun = '']) => `${count}${noun}: ${href.replaceAll('&amp;', '&')}`)
    .filter((link) => !link.endsWith('/b/overview'));
};

const out = [
  '1,234 withdrawals: /b/withdrawals?receivedAt=2026-11-13..2026-11-19&settlementCurrency=EUR&status=COMPLETED',
  '1 withdrawal: /b/withdrawals?receivedAt=2026-11-06..2026-11-12&settlementCurrency=EUR&status=COMPLETED',
];

test('links totals in EUR to deposits in any currency', () => {
  expect(links(eurChoice)).toEqual([
    '1,234 deposits: /b/deposits?depositReceivedAt=2026-11-13..2026-11-19&status=CONFIRMED',
    '1 deposit: /b/deposits?depositReceivedAt=2026-11-06..2026-11-12&status=CONFIRMED',
    ...out,
  ]);
});

test('links totals in a coin to its deposits', () => {
  expect(links('BTC')).toEqual([
    '1,234 deposits: /b/deposits?depositCurrency=BTC&depositReceivedAt=2026-11-13..2026-11-19&status=CONFIRMED',
    '1 deposit: /b/deposits?depositCurrency=BTC&depositReceivedAt=2026-11-06..2026-11-12&status=CONFIRMED',
    ...out,
  ]);
});

test('shows an empty state and no table where there are no deposits', () => {
  const nothing: ComparedTotal = { ...total(null, 0), before: total(null, 0), today: total(null, 0) };
  const text = renderToStaticMarkup(
    <MoneyDays base="/b" view={{ ...view(eurChoice), eur: nothing }} getPageHref={() => '/b/overview'} />,
  );
  expect(text).toContain('No confirmed deposits in this period.');
  expect(text.match(/View as table/g)).toHaveLength(1);
});

function signed(text: string): SignedAmount {
  const parsed = parseSignedAmount(text);
  if (parsed === null) throw new Error(`not an amount: ${text}`);
  return parsed;
}

const period = (changes: Partial<ComparedTotal>): ComparedTotal => ({
  ...total(null, 0),
  before: total(null, 0),
  today: total(null, 0),
  ...changes,
});

test('subtracts money out from money in within a settlement currency', () => {
  const text = renderToStaticMarkup(
    <MoneyNet
      base="/b"
      getPageHref={() => '/b/overview'}
      view={{
        ...view(eurChoice),
        credited: [{ currency: 'USDT', ...period({ ...total('1000.25', 3), before: total('7', 2) }) }],
        fees: [{ currency: 'USDT', ...period(total('10.5', 3)) }],
        withdrawn: [
          { currency: 'EUR', ...period(total('80', 1)) },
          { currency: 'USDT', ...period({ ...total('400', 1), before: { ...total('1', 2), known: 1 } }) },
        ],
      }}
    />,
  );
  const rows = text.split('<tr').slice(2);
  expect(
    rows.map((row) => [...row.matchAll(/<data[^>]* value="([^"]*)"/g)].map(([, value]) => value)),
  ).toEqual([
    // The withdrawals of the previous period aren't all reported, so its difference is unknown.
    ['1000.25', '10.5', '400', '600.25'],
    ['80', '-80', '0'],
  ]);
  expect(rows[0]).toContain('The service didn’t report all of these amounts.');
});

test('shows in minus out by day, above and below zero, with the rows of both sides', () => {
  const day = (of: string, received: Total, sent: Total, net: string | null, share: number) => ({
    day: of,
    received,
    sent,
    net: net === null ? null : parseSignedAmount(net),
    share,
  });
  const text = renderToStaticMarkup(
    <MoneyNet
      base="/b"
      getPageHref={({ out: chosen }) => `/b/overview?out=${chosen}`}
      view={{
        ...view(eurChoice),
        credited: [{ currency: 'EUR', ...period(total('130', 2)) }],
        withdrawn: [{ currency: 'EUR', ...period(total('70', 1)) }],
        netDays: {
          of: 'EUR',
          choices: ['EUR', 'USDT'],
          days: [
            day('2026-11-18', total('100', 1), total(null, 0), '100', 714),
            day('2026-11-19', total('30', 1), total('70', 1), '-40', 286),
            day('2026-11-20', { ...total(null, 1), known: 0 }, total(null, 0), null, 0),
          ],
          axis: { top: signed('100'), bottom: signed('-40'), zero: 286 },
        },
      }}
    />,
  );
  const bars = [...text.matchAll(/data-tooltip="(Nov [^"]*)"/g)].map(([, words]) => words);
  expect(bars).toEqual([
    'Nov 18: +100.00 EUR, of 100.00 credited and 0.00 taken from your balance',
    'Nov 19: -40.00 EUR, of 30.00 credited and 70.00 taken from your balance',
    'Nov 20, today so far: unknown, because the service didn’t report all amounts',
  ]);
  // The first bar fills the part above zero, the second the part below it.
  expect(text.match(/data-bar="true"[^>]*height:max\(2px, 100%\)/g)).toHaveLength(2);
  expect(text).toContain(
    '/b/deposits?depositReceivedAt=2026-11-19&amp;settlementCurrency=EUR&amp;status=CONFIRMED',
  );
  expect(text).toContain('/b/overview?out=USDT');
});

test('shows the share of each coin in the deposits of the period', () => {
  const deposited = [
    { currency: 'BTC', ...period(total('1', 5)) },
    { currency: 'ETH', ...period(total('2', 3)) },
    { currency: 'XRP', ...period(total(null, 0)) },
  ];
  const text = renderToStaticMarkup(<MoneyTotals base="/b" view={{ ...view(eurChoice), deposited }} />);
  const shares = [...text.replaceAll(/<[^>]*>/g, ' ').matchAll(/([\d.]+%)\s+of deposits/g)];
  expect(shares.map(([, share]) => share)).toEqual(['62.5%', '37.5%']);
});

test('says why in minus out has no bars where the service reported nothing', () => {
  const day = {
    day: '2026-11-20',
    received: { ...total(null, 1), known: 0 },
    sent: total(null, 0),
    net: null,
    share: 0,
  };
  const text = renderToStaticMarkup(
    <MoneyNet
      base="/b"
      getPageHref={() => '/b/overview'}
      view={{
        ...view(eurChoice),
        credited: [{ currency: 'EUR', ...period({ ...total(null, 1), known: 0 }) }],
        netDays: { of: 'EUR', choices: ['EUR'], days: [day], axis: null },
      }}
    />,
  );
  expect(text).toContain('>The service didn’t report all of these amounts.</p>');
});
