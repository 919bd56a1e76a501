import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StatementLine } from '#lib/statements/model/lines.ts';
import { memoLines, statementLines } from '#lib/statements/model/lines.ts';
import { findPeriodBefore, findYearBefore, parsePeriod } from '#lib/statements/model/period.ts';
import type { StatementFigures, StatementView } from '#lib/statements/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { StatementPage } from './statement-page.tsx';
import { StatementRowsPage } from './statement-rows-page.tsx';

const toPeriod = (text: string) => {
  const period = parsePeriod(text);
  if (period === null) throw new Error('no period');
  return period;
};

/** Figures with these counts and amounts of lines. */
const createFigures = (
  text: string,
  lines: Partial<Record<StatementLine, readonly [count: number, amount: string | null]>>,
  positions: readonly [opening: string | null, change: string, closing: string | null],
): StatementFigures => {
  const { from, to } = toPeriod(text);
  const [opening, change, closing] = positions;
  const toAmount = (digits: string | null | undefined) =>
    digits === null || digits === undefined ? null : signedAmount(digits);
  return {
    ...{ currency: 'EUR', from, to, timeZone: 'Europe/Berlin', countsCallbacks: false, withoutCurrency: 0 },
    ...{
      beginsAt: '2026-09-30T22:00:00Z',
      endsAt: '2026-10-31T23:00:00Z',
      refunds: [],
      refundsWithout: { currency: 0, date: 0 },
    },
    opening: toAmount(opening),
    lines: statementLines.map((name) => ({
      ...{ name, count: lines[name]?.[0] ?? 0, amount: toAmount(lines[name]?.[1]) },
    })),
    memo: memoLines.map((name) => ({ name, amount: signedAmount('1.5'), known: 2, count: 5 })),
    change: signedAmount(change),
    closing: toAmount(closing),
  };
};

const period = toPeriod('2026-10');
const view: StatementView = {
  figures: createFigures(
    '2026-10',
    {
      credited: [409, '1234.56'],
      depositsNotReported: [3, null],
      withdrawals: [2, '-34.5'],
      settlements: [1, '-1000'],
      adjustments: [1, '-3'],
    },
    ['100', '197.06', '297.06'],
  ),
  figuresHash: 'hash',
  period,
  before: createFigures(findPeriodBefore(period).text, { credited: [1, '7'] }, [null, '7', null]),
  yearBefore: createFigures(findYearBefore(period).text, {}, [null, '0', null]),
  currencies: ['EUR', 'USDT'],
  proofs: [
    { name: 'lines', state: 'good', difference: null, causes: [] },
    {
      ...{ name: 'ledger', state: 'bad', difference: signedAmount('-0.01') },
      causes: [{ kind: 'record', record: 'deposit', recordId: 'dep-1', amount: signedAmount('12') }],
    },
    { name: 'cash', state: 'open', difference: null, causes: [] },
  ],
  closed: null,
  laterFacts: 0,
  opening: {
    position: { day: '2026-10-01', amount: signedAmount('100') },
    ...{ isAlone: false, proposals: [] },
  },
  basis: { isConfigured: false, counts: false, proposals: [] },
  closing: {
    checklist: [
      { item: 'notReported', count: 3 },
      { item: 'exceptions', count: 1 },
    ],
    ...{ obstacle: null, nextDay: null, proposals: [], reopenings: [], canReopen: false },
  },
  ...{ mayClose: true, mayDeclare: true, mayExport: true },
};

const renderPage = (changed: Partial<StatementView> = {}): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <StatementPage businessId="b" view={{ ...view, ...changed }} />
    </QueryClientProvider>,
  );
const render = (changed?: Partial<StatementView>): string =>
  renderPage(changed)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ');

test('shows each line with its rows, and the exact digits', () => {
  const html = renderPage();
  expect(html).toContain(
    'href="/b/reports/statements/rows?currency=EUR&amp;period=2026-10&amp;line=credited"',
  );
  expect(html).toContain('<data value="1234.56"');
  expect(html).toContain('<data value="297.06"');
  const text = render();
  expect(text).toContain('October 2026, EUR');
  expect(text).toMatch(/Net credited amount not reported \S* ?3 of 412 /);
  expect(text).toMatch(/Service fees [^A-Z]*EUR 2 of 5 /);
  expect(text).toContain('Adjustments of closed periods');
  // No line without records, unless it is one of the usual ones.
  expect(text).not.toContain('Amount taken from the balance not reported');
  expect(text).toContain('In UTC: from 2026-09-30T22:00:00Z to before 2026-10-31T23:00:00Z.');
});

test('shows the proofs with their difference, and what is open before a close', () => {
  const text = render();
  expect(text).toMatch(
    /Ledger .*The difference is -0\.01 EUR.*Deposit dep-1.* changed after the next period was closed\. It is \+12\.00 EUR now/,
  );
  const causes = [
    { kind: 'line', line: 'credited', amount: signedAmount('2.5') },
    { kind: 'day', line: 'credited', day: '2026-10-06', amount: signedAmount('2.5') },
    { kind: 'settlement', lineId: 'l', day: '2026-10-05', amount: signedAmount('10') },
  ] as const;
  const proofs = [{ name: 'cash', state: 'bad', difference: signedAmount('12.5'), causes }] as const;
  expect(render({ proofs })).toMatch(
    /Net credited differs from its records by \+2\.50 EUR .*Net credited of .* differs from its records by \+2\.50 EUR .*Received .* 10\.00 EUR is not proven/,
  );
  expect(text).toContain('3 amounts aren’t reported');
  expect(text).toContain('1 exception is older than 7 days and unassigned');
  expect(text).toContain('Close period');
});

test('says before a close that a proposed opening position waits', () => {
  const proposal = {
    ...{ proposalId: 'p', reason: 'The balance page.', proposedBy: 'Ada', proposedById: 'a', blocks: [] },
    ...{ proposedAt: instant(1_793_000_000_000), isMine: false, isOutdated: false, answer: null },
    ...{ subject: 'EUR', before: null, after: { day: '2026-10-01', amount: signedAmount('100') } },
    state: 'proposed' as const,
  };
  const opening = { position: null, isAlone: false, proposals: [proposal] };
  expect(render({ opening })).toMatch(
    /An opening position of 100\.00 EUR at the start of \D*1\D*2026 waits for approval\. Until then, a close doesn’t include it\./,
  );
  expect(render()).not.toContain('waits for approval');
});

test('says what a statement can’t show, and who may close', () => {
  const figures = createFigures('2026-10', { reported: [2, '5'] }, [null, '0', null]);
  const text = render({ figures: { ...figures, withoutCurrency: 2 }, mayClose: false });
  expect(text).toContain('This statement shows movements only');
  expect(text).toContain(
    '2 confirmed deposits have no reported settlement currency, so no statement includes them.',
  );
  expect(text).toMatch(/Reported by callback only, not counted [^A-Z]*EUR 2 of 2 /);
  expect(text).not.toContain('Close period');
  expect(text).not.toContain('Record settlement');
});

test('shows who closed a period, and facts that arrived later', () => {
  const closed = {
    ...{ closeId: 'c', currency: 'EUR', number: 4, revision: 2, from: period.from, to: period.to },
    ...{ closing: signedAmount('297.06'), closedAt: instant(1_793_000_000_000), reopenedAt: null },
    ...{ signedBy: 'Ada', approvedBy: 'Grace', packSha256: 'ab'.repeat(32) },
  };
  const text = render({ closed, laterFacts: 2, closing: { ...view.closing, canReopen: true } });
  expect(text).toContain('Closed as number 4, revision 2');
  expect(text).toContain('Signed off by Ada, approved by Grace.');
  expect(text).toContain(
    '2 changes to closed periods arrived later. They are adjustments of the open period.',
  );
  expect(text).toContain('Reopen period');
});

test('links an adjustment to the closed period that it belongs to', () => {
  const recordId = '0a1b2c3d-0000-4000-8000-000000000001';
  const memo = { serviceFee: null, distributedFee: null, depegLoss: null };
  const row = { line: 'adjustments', kind: 'deposit', recordId, memo } as const;
  const html = renderToStaticMarkup(
    <StatementRowsPage
      businessId="b"
      view={{
        ...{ currency: 'EUR', period, line: 'adjustments', count: 1, amount: signedAmount('-3') },
        rows: [{ ...row, at: instant(1_793_000_000_000), amount: signedAmount('-3') }],
        adjusts: { [recordId]: { from: '2026-08-01', to: '2026-08-31' } },
        ...{ expired: null, isFirst: true, next: null },
      }}
      mayClose
      mayRead
    />,
  );
  expect(html).toContain('href="/b/reports/statements?currency=EUR&amp;period=2026-08"');
  expect(html).toContain('August 2026');
});
