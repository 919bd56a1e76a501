import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { CandidatesView, LineView, ReconciliationView, RecordView } from '#lib/reconciliation/schema.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { instant } from '#lib/values/instant.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { MatchPage } from './match-page.tsx';
import { ReconciliationPage } from './reconciliation-page.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '' }));
/** The value of a state before the page was rendered again, by its present initial value. */
const earlierStates = vi.hoisted(() => new Map<unknown, unknown>());
vi.mock('react', async (original) => {
  const react = await original<typeof import('react')>();
  const useState = (initial: unknown) => react.useState(earlierStates.get(initial) ?? initial);
  return { ...react, useState };
});
vi.mock('#lib/reconciliation/actions.ts', () => ({}));
vi.mock('#lib/drafts/actions.ts', () => ({}));

const period = parsePeriod('2026-10');
if (period === null) throw new Error('no period');

const toLine = (fields: Partial<LineView>): LineView => ({
  ...{
    lineId: 'l',
    day: '2026-10-05',
    amount: signedAmount('99.75'),
    account: 'DE1',
    reference: 'NTRF-2026-0001',
  },
  ...{
    details: 'Payment service · Settlement 2026-10-04',
    transactionId: '',
    address: '',
    isRecorded: false,
    isLeftToPeople: false,
  },
  ...{ state: 'unmatched', matchId: null },
  ...fields,
});
const toRecord = (fields: Partial<RecordView>): RecordView => ({
  ...{ recordId: '0b6f0d1e-0000-4000-8000-000000000001', kind: 'deposit', at: instant(1_791_000_000_000) },
  ...{ amount: signedAmount('60.1'), clientId: 'order-77123', state: 'unmatched', matchId: null },
  ...fields,
});

const view: ReconciliationView = {
  ...{ currency: 'EUR', currencies: ['EUR', 'USDT'], period, timeZone: 'Europe/Berlin' },
  lineTotals: [
    { state: 'unmatched', count: 2, amount: signedAmount('-0.5') },
    { state: 'suggested', count: 1, amount: signedAmount('20') },
    { state: 'rule', count: 1_204, amount: signedAmount('120099.75') },
  ],
  recordTotals: [{ state: 'rule', count: 2_408, amount: signedAmount('120100.1') }],
  ...{ show: 'lines', state: null },
  lines: [
    toLine({ lineId: 'l1', state: 'rule', matchId: 'm1' }),
    toLine({ lineId: 'l2', state: 'suggested', matchId: 'm2', amount: signedAmount('20'), reference: '' }),
    toLine({ lineId: 'l3', amount: signedAmount('-12.5'), details: 'Your bank · Account fee' }),
    toLine({ lineId: 'l4', details: '', isRecorded: true, amount: signedAmount('12') }),
  ],
  records: [],
  matches: [
    {
      ...{ matchId: 'm1', state: 'rule', rule: 'Payouts', person: null, reason: null },
      lines: { count: 1, amount: signedAmount('99.75') },
      records: { count: 2, amount: signedAmount('100.1') },
      difference: signedAmount('0.35'),
    },
    {
      ...{ matchId: 'm2', state: 'suggested', rule: 'Payouts', person: null, reason: null },
      lines: { count: 1, amount: signedAmount('20') },
      records: { count: 1, amount: signedAmount('20') },
      difference: signedAmount('0'),
    },
  ],
  ...{ isFirst: true, next: null },
  transit: { count: 1, amount: signedAmount('60.1'), rows: [toRecord({})], isFirst: true, next: null },
  ruleRun: { state: 'done' as const, lines: 3 },
  isMatching: false,
  rules: [
    {
      ...{ ruleId: 'r1', name: 'Payouts', currency: 'EUR', kind: 'batch', records: 'deposit', contains: '' },
      ...{ days: 5, tolerance: '0.5', joinsLines: false, suggests: false },
    },
  ],
  imports: [
    {
      ...{
        importId: 'i1',
        fileName: 'October.xml',
        state: 'done',
        format: 'camt',
        linesRead: 8,
        linesTotal: 8,
      },
      ...{ added: 5, repeated: 1, skipped: 1, refused: 1, matched: 3, failure: null, createdBy: 'Finance' },
      problems: [{ place: 3, problem: 'day', value: '2026-13-06' }],
      createdAt: instant(1_791_000_000_000),
    },
    {
      ...{
        importId: 'i2',
        fileName: 'broken.xml',
        state: 'failed',
        format: null,
        linesRead: 0,
        linesTotal: null,
      },
      ...{
        added: 0,
        repeated: 0,
        skipped: 0,
        refused: 0,
        matched: 0,
        failure: 'definition',
        createdBy: 'Finance',
      },
      ...{ problems: [], createdAt: instant(1_791_000_000_000) },
    },
  ],
  mayMatch: true,
};

const render = (element: Parameters<typeof renderToStaticMarkup>[0]): string =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>);
const toText = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00a0\u202f]+/g, ' ');

test('shows each line in its state, with the other side and the difference', () => {
  const html = render(<ReconciliationPage businessId="b" view={view} />);
  const text = toText(html);
  expect(text).toMatch(/Matched by rule Rule: Payouts 2 records Difference: \+?0\.35 EUR/);
  expect(text).toContain('Suggested Rule: Payouts 1 record Accept Decline');
  expect(text).toContain('Recorded by hand');
  expect(html).toContain('aria-label="1,204 lines: Matched by rule"');
  expect(html).toContain(
    'href="/b/reports/reconciliation?currency=EUR&amp;period=2026-10&amp;show=lines&amp;state=rule"',
  );
  expect(html).toContain('<data value="-12.5"');
});

test('shows files with refused lines, rules, and records in transit by name', () => {
  const html = render(<ReconciliationPage businessId="b" view={view} />);
  const text = toText(html);
  expect(text).toContain('5 new, 1 imported before, 1 not booked, 1 refused, 3 matched');
  expect(text).toContain('Line 3: “2026-13-06” is not a day.');
  expect(text).toContain('contains a document type definition');
  expect(text).toContain('Payouts of deposits, up to 5 days later');
  expect(html).toContain('href="/b/deposits/0b6f0d1e-0000-4000-8000-000000000001"');
  expect(text).toContain('order-77123');
  expect(html).toContain('type="file"');
});

test('links to further records in transit', () => {
  const transit = { ...view.transit, next: '2026-10-05 10:00:00+00 0b6f0d1e-0000-4000-8000-000000000001' };
  const html = render(<ReconciliationPage businessId="b" view={{ ...view, transit }} />);
  expect(html).toContain('transitAfter=2026-10-05%2010%3A00%3A00%2B00%200b6f0d1e');
  expect(toText(html)).toContain('More in transit');
});

test('offers nothing that changes to a person who may only read', () => {
  const text = toText(render(<ReconciliationPage businessId="b" view={{ ...view, mayMatch: false }} />));
  for (const label of ['Import a statement', 'Match by hand', 'Accept', 'Undo', 'Add rule', 'Remove'])
    expect(text).not.toContain(label);
});

test('puts unmatched lines beside unmatched records', () => {
  const candidates: CandidatesView = {
    ...{ currency: 'EUR', period, q: 'Payout', recordQ: '10', hasMore: false },
    lines: [toLine({})],
    records: [toRecord({})],
  };
  const html = render(<MatchPage businessId="b" view={candidates} />);
  expect(toText(html)).toContain('October 2026, EUR. Select bank lines');
  expect(html).toContain('aria-label="Unmatched bank lines"');
  expect(html).toContain('aria-label="Unmatched deposits and withdrawals"');
  expect(html).toMatch(/value="Payout".*value="10"/s);
  expect(toText(html)).toMatch(/Difference 0(\.00)? EUR/);
});

test('shows the searched texts of the address after the back button', () => {
  const candidates: CandidatesView = {
    ...{ currency: 'EUR', period, q: 'Payout', recordQ: '', hasMore: false },
    ...{ lines: [], records: [] },
  };
  earlierStates.set('Payout', 'Invoice').set('', '10');
  const html = render(<MatchPage businessId="b" view={candidates} />);
  earlierStates.clear();
  expect(html).toMatch(/value="Payout"[^>]*name="q"|name="q"[^>]*value="Payout"/);
  expect(html).not.toMatch(/value="(?:Invoice|10)"/);
});
