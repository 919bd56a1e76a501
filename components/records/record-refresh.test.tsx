import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { DepositPage } from '#components/deposits/deposit-page.tsx';
import { PaymentPage } from '#components/payments/payment-page.tsx';
import { checkServerBuild, setPageBuild } from '#components/query/page-version.ts';
import { NowContext } from '#components/ui/locale-context.ts';
import { WithdrawalPage } from '#components/withdrawals/withdrawal-page.tsx';
import type { RawRow } from '#lib/database/record-columns.ts';
import { readRecord } from '#lib/database/record-columns.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import { instant } from '#lib/values/instant.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';

const refresh = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh, push: vi.fn() }) }));
// Without a browser no effect runs, so the test runs them itself.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect: (effect: () => void) => effect(),
  useTransition: () => [false, (act: () => void) => act()],
}));

const id = '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01';
const sources = { provenance: [], conflicts: [] };
const around = (riskAt: number | null) => ({
  creator: null,
  riskChangedAt: riskAt === null ? null : instant(riskAt),
  timeline: { entries: [], after: null },
  annotations: { notes: [], labels: [], labelVocabulary: [] },
  linkedRecords: { groups: [], needsTag: false, compared: null },
  related: { former: null, successors: [], original: null, remainders: [], preferred: null, further: [] },
});

/** A record that changed at this time, in milliseconds. */
const row = (status: string, changedAt: number): RawRow => ({
  paymentId: id,
  depositId: id,
  withdrawalId: id,
  status,
  sortAt: '0',
  firstObservedAt: '0',
  firstReceivedAt: '0',
  changedAt: String(changedAt),
  recordSeen: true,
  depositCount: '1',
  confirmedDepositCount: '0',
  versions: '1',
  refundStatuses: [],
  depositStatuses: [],
});

const depositView = (status: string, at: number, riskAt: number | null = null) => ({
  deposit: {
    ...readRecord(depositDetailFields, row(status, at)),
    ...sources,
    clientPaymentId: null,
    destinationTag: null,
    callbackDepegCurrency: null,
  },
  ...around(riskAt),
});
const paymentView = (status: string, at: number, riskAt: number | null = null) => ({
  payment: createPaymentDetail(row('AWAITING', 0)),
  deposits: [depositView(status, at, riskAt).deposit],
  ...around(riskAt),
});
const withdrawalView = (status: string, at: number, riskAt: number | null = null) => ({
  withdrawal: { ...readRecord(withdrawalFields, row(status, at)), ...sources },
  ...around(riskAt),
});

const firstNote = {
  noteId: 'one',
  author: 'Ada',
  createdAt: instant(0),
  version: 1,
  isMine: false,
  earlier: [],
};
const given = { businessId: 'one', may: { mayAnnotate: false, maySeeCases: false } };
type State = readonly [status: string, at: number, riskAt?: number];
type View = ReturnType<typeof paymentView | typeof depositView | typeof withdrawalView>;

const paymentProps = {
  mayReadNow: false,
  mayExport: false,
  mayCreate: false,
  mayWork: false,
  messages: { own: [], mayEdit: false },
};
const risk = <p>Not assessed</p>;
type Page = { of: string; view: (...state: State) => View; draw: (made: State) => ReactNode };

const pages: readonly Page[] = [
  {
    of: 'payments',
    view: paymentView,
    draw: (made) => (
      <PaymentPage
        {...given}
        {...paymentProps}
        view={paymentView(...made)}
        now={unixSeconds(1_000)}
        risk={risk}
      />
    ),
  },
  {
    of: 'deposits',
    view: depositView,
    draw: (made) => <DepositPage {...given} view={depositView(...made)} risk={risk} />,
  },
  {
    of: 'withdrawals',
    view: withdrawalView,
    draw: (made) => <WithdrawalPage {...given} view={withdrawalView(...made)} risk={risk} />,
  },
];

/** Renders a page that the server made from one state of the record, after another view of it was read. */
function show({ of, draw }: Page, made: State, read: object, error?: Error) {
  const client = new QueryClient();
  const queryKey = ['b', 'one', of, 'one', id];
  client.setQueryData(queryKey, read);
  if (error) client.getQueryCache().find({ queryKey })?.setState({ status: 'error', error });
  return renderToStaticMarkup(<QueryClientProvider client={client}>{draw(made)}</QueryClientProvider>);
}

const browser = { cookie: '' };
beforeEach(() => {
  // A refresh is repeated later.
  vi.useFakeTimers();
  refresh.mockReset();
  browser.cookie = '';
  vi.stubGlobal('document', browser);
  vi.stubGlobal('location', { pathname: '/one/payments' });
});

const made = ['UNCONFIRMED', 1_000] as const;

test.each(pages)('renders a page of $of again when its record has changed', (page) => {
  expect(show(page, made, page.view(...made))).toContain('Not assessed');
  expect(refresh).not.toHaveBeenCalled();
  expect(browser.cookie).toBe('');
  show(page, made, page.view('UNCONFIRMED', 2_000));
  expect(refresh).toHaveBeenCalledTimes(1);
  // The session is not extended, because the person did nothing.
  expect(browser.cookie).toMatch(/^live-refresh-\w+=%2Fone%2F\S+; .*Max-Age=20/);
  // The status changed without a new time, because a later source reported an earlier change.
  show(page, made, page.view('BLOCKED', 1_000));
  expect(refresh).toHaveBeenCalledTimes(2);
  // Only risk detail has changed, which has its own time.
  show(page, made, page.view(...made, 3_000));
  expect(refresh).toHaveBeenCalledTimes(3);
});

test.each(pages)('shows new notes on a page of $of without rendering it again', (page) => {
  const note = { ...firstNote, text: 'Called the customer' };
  const read = { ...page.view(...made), annotations: { ...around(null).annotations, notes: [note] } };
  expect(show(page, made, read)).toContain('Called the customer');
  expect(refresh).not.toHaveBeenCalled();
});

test('shows a new time of the last refresh without rendering the page again', () => {
  const [page] = pages;
  if (!page) throw new Error('no page');
  const view = paymentView(...made);
  show(page, made, { ...view, payment: { ...view.payment, lastReadAt: instant(5_000) } });
  expect(refresh).not.toHaveBeenCalled();
});

test('renders the page again once the expiry has passed', () => {
  const view = paymentView(...made);
  const open = {
    ...view,
    payment: { ...view.payment, type: 'ONE_TIME', expirationTime: unixSeconds(2_000) },
  };
  const render = (now: number, readNow: number) => {
    const client = new QueryClient();
    client.setQueryData(['b', 'one', 'payments', 'one', id], open);
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <NowContext value={readNow}>
          <PaymentPage {...given} {...paymentProps} view={open} now={unixSeconds(now)} risk={risk} />
        </NowContext>
      </QueryClientProvider>,
    );
  };
  render(1_000, 2_000);
  expect(refresh).not.toHaveBeenCalled();
  render(1_000, 2_001);
  expect(refresh).toHaveBeenCalledTimes(1);
  // The server has rendered it after the expiry.
  render(2_001, 2_001);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test.each(pages)('renders a page of $of again when other records were linked to it', (page) => {
  const read = { ...page.view(...made), linkedRecords: { groups: [], needsTag: true, compared: null } };
  show(page, made, read);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('keeps the page of another build, whose typed text would be lost', () => {
  setPageBuild('earlier');
  checkServerBuild('later');
  for (const page of pages) show(page, made, page.view('BLOCKED', 2_000));
  expect(refresh).not.toHaveBeenCalled();
});

test.each(pages)('says on a page of $of that it could not be updated', (page) => {
  const title = 'This page could not be updated and may show older data';
  const same = page.view(...made);
  expect(show(page, made, same)).not.toContain(title);
  const failed = show(page, made, same, new Error('The server answered 503.'));
  expect(failed).toContain(title);
  expect(failed).toContain('The server answered 503.');
});
