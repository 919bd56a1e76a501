import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { hashView } from '#components/query/hash-view.ts';
import { NowContext } from '#components/ui/locale-context.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { readRecord } from '#lib/database/record-columns.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import { paymentRowFields } from '#lib/payments/schema/fields.ts';
import type { AttentionItem, ComparedTotal } from '#lib/reports/schema/overview.ts';
import type { OverviewPageView } from '#lib/reports/schema/pages.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { OverviewPage } from './overview-page.tsx';
import { overviewQuery } from './overview-query.ts';

const refresh = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh, push: vi.fn() }) }));
// Without a browser no effect runs, so the test runs them itself.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect: (effect: () => void) => effect(),
  useTransition: () => [false, (act: () => void) => act()],
}));

const none = { total: null, known: 0, count: 0, reported: null };
const nothing: ComparedTotal = { ...none, before: none, today: none };
const noDays = { of: null, choices: [], days: [], axis: null, highest: null };
const query = { days: 30, in: null, out: null } as const;

/** A payment whose checkout link expires at a time. */
const createPayment = (expirationTime: number): PaymentRow => {
  const row: RawRow = {
    paymentId: '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01',
    clientPaymentId: 'order-1',
    status: 'AWAITING',
    type: 'ONE_TIME',
    expirationTime: String(expirationTime),
    sortAt: '0',
    changedAt: '0',
    recordSeen: true,
    depositCount: '0',
    confirmedDepositCount: '0',
    refundStatuses: [],
    depositStatuses: [],
  };
  return {
    ...readRecord(paymentRowFields, row),
    expiryStart: null,
    notes: 0,
    latestNote: null,
    labels: [],
    exceptionWork: null,
    withinTolerance: false,
    readDifferences: [],
    settledSums: [],
    mismatches: [],
  };
};

const createView = (attention: readonly AttentionItem[], recent: readonly PaymentRow[] = []) =>
  ({
    overview: {
      timeZone: 'UTC',
      query,
      period: { from: '2026-10-21', to: '2026-11-19' },
      before: { from: '2026-09-21', to: '2026-10-20' },
      today: '2026-11-20',
      deposited: [],
      credited: [],
      fees: [],
      eur: nothing,
      inDays: noDays,
      withdrawn: [],
      outDays: noDays,
      netDays: { of: null, choices: [], days: [], axis: null },
      funnel: { statuses: [], callbackOnly: { count: 0, more: false }, canBeRead: true },
      exceptionAges: [],
      attention,
      seen: { payments: true, business: true, callbacks: true },
    },
    recent,
  }) satisfies OverviewPageView;

const failed = (count: number): AttentionItem => ({
  kind: 'withdrawal-failed',
  count,
  more: false,
  until: null,
  inferred: false,
});

type Shown = { read?: OverviewPageView; error?: Error; now?: number; readNow?: number };

/** Renders a page that the server made from a view, after another view was read. */
function show(view: OverviewPageView, { read = view, error, now = 1_000, readNow = now }: Shown = {}) {
  const client = new QueryClient();
  const { queryKey } = overviewQuery('one', query);
  client.setQueryData(queryKey, hashView(read));
  if (error) client.getQueryCache().find({ queryKey })?.setState({ status: 'error', error });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NowContext value={readNow}>
        <OverviewPage businessId="one" view={view} now={unixSeconds(now)} mayCreate={false} news={null} />
      </NowContext>
    </QueryClientProvider>,
  );
}

const browser = { cookie: '' };
beforeEach(() => {
  refresh.mockReset();
  browser.cookie = '';
  vi.stubGlobal('document', browser);
  vi.stubGlobal('location', { pathname: '/one/overview' });
  // A refresh is repeated later, until the server has rendered the new data.
  vi.useFakeTimers();
});

test('renders Overview again when it has changed', () => {
  const view = createView([failed(1)]);
  expect(show(view)).toContain('withdrawal failed');
  expect(refresh).not.toHaveBeenCalled();
  show(view, { read: createView([failed(2)]) });
  expect(refresh).toHaveBeenCalledTimes(1);
  // The session is not extended, because the person did nothing.
  expect(browser.cookie).toMatch(/^live-refresh-\w+=%2Fone%2F\S+; .*Max-Age=20/);
  show(view, { read: createView([failed(1)], [createPayment(2_000)]) });
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('renders Overview again once the next shown payment has expired', () => {
  const view = createView([], [createPayment(3_000), createPayment(2_000)]);
  expect(show(view, { now: 1_000, readNow: 2_000 })).toContain('order-1');
  expect(refresh).not.toHaveBeenCalled();
  show(view, { now: 1_000, readNow: 2_001 });
  expect(refresh).toHaveBeenCalledTimes(1);
  // The server has rendered it after that expiry.
  show(view, { now: 2_001, readNow: 2_500 });
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('says that Overview could not be updated', () => {
  const title = 'This page could not be updated and may show older data';
  const view = createView([]);
  expect(show(view)).not.toContain(title);
  const html = show(view, { error: new Error('The server answered 503.') });
  expect(html).toContain(title);
  expect(html).toContain('The server answered 503.');
});
