import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ExceptionsList } from '#components/exceptions/exceptions-list.tsx';
import { deskKey } from '#components/query/query-keys.ts';
import { QueueList } from '#components/reviews/queue/queue-list.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import type { Desk } from '#lib/reviews/queue/schema.ts';
import { reviewCase } from '#lib/reviews/testing/queue-row.ts';
import { amount, parseTotal } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import type { RowMark } from '../list-props.ts';
import type { ListStart } from '../query/use-list.ts';

type Given<Row> = { readonly getMark: (row: Row) => RowMark };

/** The function with which a list marks its rows. */
const list = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));
vi.mock('#components/list/list.tsx', () => ({
  List: <Row,>({ getMark }: Given<Row>) => {
    list(getMark);
    return null;
  },
}));

const start: ListStart = {
  businessId: 'b',
  mayRisk: true,
  mayExport: true,
  views: [],
  mayShare: true,
  displaySettings: { columns: null, density: 'normal' },
};

function marksIn<Row>(page: ReactNode, rows: readonly Row[]): readonly RowMark[] {
  list.mockClear();
  const client = new QueryClient();
  client.setQueryData(deskKey('b'), desk);
  renderToStaticMarkup(<QueryClientProvider client={client}>{page}</QueryClientProvider>);
  return rows.map(list.mock.lastCall?.[0]);
}

const exception: ExceptionRow = {
  kind: 'payment',
  subjectId: 'p',
  clientPaymentId: 'order',
  states: ['under'],
  mismatches: [],
  differences: [],
  changedAt: instant(0),
  currency: 'EUR',
  expected: amount('10'),
  actual: amount('5'),
  actualCurrency: 'EUR',
  difference: null,
  at: instant(0),
  owner: null,
  note: '',
  resolvedAt: null,
  resolvedBy: null,
  resolutionReason: null,
  version: 0,
};

const desk: Desk = {
  counts: { open: 1, mine: 0, unassigned: 1, overdue: 0, second: 0, snoozed: 0, disagrees: 0, decided: 0 },
  bound: 1,
  source: { isSetUp: true, lastReadAt: null, failing: null, assessed: true },
  people: [],
  categories: [],
  me: 'me',
  approvals: null,
};

const exceptions = <ExceptionsList start={start} me="me" owners={null} mayCreate={false} />;
const queue = <QueueList start={start} />;

test.each([{ states: ['under', 'late'] }, { actual: amount('7') }, { clientPaymentId: 'other' }] as const)(
  'marks an exception that shows something else, whoever works on it: %j',
  (change) => {
    const [one, other] = marksIn(exceptions, [exception, { ...exception, ...change }]);
    expect(one).not.toBe(other);
  },
);

test.each([{ serviceStatus: 'CONFIRMED' }, { amount: parseTotal('1') }, { eur: parseTotal('600') }])(
  'marks a case that shows something else, whoever works on it: %j',
  (change) => {
    const [one, other] = marksIn(queue, [reviewCase, { ...reviewCase, ...change }]);
    expect(one).not.toBe(other);
  },
);

test('marks rows that show the same alike', () => {
  const [one, other] = marksIn(exceptions, [exception, { ...exception }]);
  expect(one).toBe(other);
  const [first, second] = marksIn(queue, [reviewCase, { ...reviewCase }]);
  expect(first).toBe(second);
});
