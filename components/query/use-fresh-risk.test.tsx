import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { DepositPage } from '#components/deposits/deposit-page.tsx';
import { PaymentPage } from '#components/payments/payment-page.tsx';
import { WithdrawalPage } from '#components/withdrawals/withdrawal-page.tsx';
import type { RawRow } from '#lib/database/record-columns.ts';
import { readRecord } from '#lib/database/record-columns.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { paymentDetailFields } from '#lib/payments/schema/fields.ts';
import { instant } from '#lib/values/instant.ts';
import { withdrawalFields } from '#lib/withdrawals/schema.ts';
import { stampRecords } from './stamp-records.ts';

const refresh = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }) }));
// Without a browser no effect runs, so the test runs them itself.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect: (effect: () => void) => effect(),
}));

const id = '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01';
const sources = { provenance: [], conflicts: [] };
const around = (riskAt: number | null) => ({
  riskChangedAt: riskAt === null ? null : instant(riskAt),
  timeline: { entries: [], after: null },
  annotations: { notes: [], labels: [], labelVocabulary: [] },
  neighbours: { groups: [], needsTag: false, compared: null },
  related: { former: null, successors: [], preferred: null, further: [] },
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
  payment: {
    ...readRecord(paymentDetailFields, row('AWAITING', 0)),
    ...sources,
    exceptionWork: null,
    withinTolerance: false,
    expiryStart: null,
    canBeRead: true,
    readingPause: null,
  },
  deposits: [depositView(status, at, riskAt).deposit],
  ...around(riskAt),
});
const withdrawalView = (status: string, at: number, riskAt: number | null = null) => ({
  withdrawal: { ...readRecord(withdrawalFields, row(status, at)), ...sources },
  ...around(riskAt),
});

const given = { businessId: 'one', may: { mayAnnotate: false, maySeeCases: false } };
type State = readonly [status: string, at: number, riskAt?: number];
type Drawn = { made: State; risk: ReactNode };

/** The stamp that the server gives a page with a record of this state. */
const stamp = ([status, changedAt, riskAt = null]: readonly [string, number, (number | null)?]) =>
  stampRecords([{ status, changedAt }], riskAt);
type Page = { of: string; view: (...state: State) => unknown; draw: (drawn: Drawn) => ReactNode };

const pages: readonly Page[] = [
  {
    of: 'payments',
    view: paymentView,
    draw: ({ made, risk }) => (
      <PaymentPage
        {...given}
        paymentId={id}
        renderedStamp={stamp(made)}
        mayReadNow={false}
        mayExport={false}
        mayCreate={false}
        risk={risk}
        qrCode={null}
        messages={{ own: [], mayEdit: false }}
      />
    ),
  },
  {
    of: 'deposits',
    view: depositView,
    draw: ({ made, risk }) => (
      <DepositPage {...given} depositId={id} renderedStamp={stamp(made)} risk={risk} />
    ),
  },
  {
    of: 'withdrawals',
    view: withdrawalView,
    draw: ({ made, risk }) => (
      <WithdrawalPage {...given} withdrawalId={id} renderedStamp={stamp(made)} risk={risk} />
    ),
  },
];

/** Renders a page that the server made from one state of the record, after another state was read. */
function shown({ of, view, draw }: Page, drawn: Drawn & { now: State; error?: Error }) {
  const client = new QueryClient();
  const queryKey = ['b', 'one', of, 'one', id];
  client.setQueryData(queryKey, view(...drawn.now));
  if (drawn.error)
    client.getQueryCache().find({ queryKey })?.setState({ status: 'error', error: drawn.error });
  return renderToStaticMarkup(<QueryClientProvider client={client}>{draw(drawn)}</QueryClientProvider>);
}

beforeEach(() => refresh.mockReset());

const made = ['UNCONFIRMED', 1_000] as const;
const risk = <p>Not assessed</p>;

test.each(pages)('refreshes risk detail on a page of $of when something has changed', (page) => {
  expect(shown(page, { made, now: made, risk })).toContain('Not assessed');
  expect(refresh).not.toHaveBeenCalled();
  shown(page, { made, now: ['UNCONFIRMED', 2_000], risk });
  expect(refresh).toHaveBeenCalledTimes(1);
  // The status changed without a new time, because a later source reported an earlier change.
  shown(page, { made, now: ['BLOCKED', 1_000], risk });
  expect(refresh).toHaveBeenCalledTimes(2);
  // Only risk detail has changed, which has its own time.
  shown(page, { made, now: [...made, 3_000], risk });
  expect(refresh).toHaveBeenCalledTimes(3);
});

test.each(pages)('does not refresh a page of $of that shows no risk detail', (page) => {
  for (const none of [null, false]) shown(page, { made, now: ['BLOCKED', 2_000], risk: none });
  expect(refresh).not.toHaveBeenCalled();
});

test.each(pages)('says on a page of $of that it could not be updated', (page) => {
  const title = 'This page could not be updated and may show older data';
  expect(shown(page, { made, now: made, risk })).not.toContain(title);
  const failed = shown(page, { made, now: made, risk, error: new Error('The server answered 503.') });
  expect(failed).toContain(title);
  expect(failed).toContain('The server answered 503.');
});
