import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ExceptionsList } from '#components/exceptions/exceptions-list.tsx';
import { QueueList } from '#components/reviews/queue-list.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import type { Desk, QueueRow } from '#lib/reviews/queue/schema.ts';
import { amount, parseTotal } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import type { RowMark } from '../list-props.ts';
import type { ListStart } from '../query/use-list.ts';

type Given<Row> = { readonly start: ListStart<Row>; readonly markOf: (row: Row) => RowMark };

/** Records the marks that the list gives its first two rows. */
const marks = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));
vi.mock('#components/list/list.tsx', () => ({
  List: <Row,>({ start, markOf }: Given<Row>) => {
    marks(start.page.rows.map(markOf));
    return null;
  },
}));

const start = <Row,>(rows: readonly Row[]): ListStart<Row> => ({
  businessId: 'b',
  address: '',
  page: { rows, before: null, after: null, isCursorInvalid: false, scannedTo: null, count: null },
  at: 0,
  mayRisk: true,
  mayExport: true,
  views: [],
  mayShare: true,
  labels: [],
  displaySettings: { columns: null, density: 'normal' },
});

function marksIn(list: ReactNode): readonly RowMark[] {
  marks.mockClear();
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{list}</QueryClientProvider>);
  return marks.mock.lastCall?.[0];
}

const exception: ExceptionRow = {
  kind: 'payment',
  subjectId: 'p',
  clientPaymentId: 'order',
  states: ['under'],
  currency: 'EUR',
  expected: amount('10'),
  actual: amount('5'),
  actualCurrency: 'EUR',
  at: instant(0),
  owner: null,
  note: '',
  resolvedAt: null,
  version: 0,
};

const reviewCase: QueueRow = {
  caseId: 'c',
  number: 1,
  joined: 0,
  subjectKind: 'deposit',
  subjectId: 'd',
  state: 'open',
  standing: [],
  ended: [],
  assignee: null,
  openedAt: instant(0),
  dueAt: instant(0),
  isOverdue: false,
  snoozedUntil: null,
  decidedAt: null,
  version: 0,
  serviceStatus: 'UNCONFIRMED',
  reference: 'order',
  amount: null,
  provisional: null,
  currency: 'BTC',
  eur: null,
  decision: null,
  disagreement: null,
};

const desk: Desk = {
  counts: { open: 1, mine: 0, unassigned: 1, overdue: 0, second: 0, snoozed: 0, disagrees: 0, decided: 0 },
  bound: 1,
  source: { isSetUp: true, lastReadAt: null, failing: null, recorded: true, assessed: true },
  people: [],
  me: 'me',
  approvals: null,
};

test.each([{ states: ['under', 'late'] }, { actual: amount('7') }, { clientPaymentId: 'other' }] as const)(
  'highlights an exception with a visible change: %j',
  (change) => {
    const rows = [exception, { ...exception, ...change }];
    const [one, other] = marksIn(
      <ExceptionsList start={start(rows)} me="me" owners={null} mayCreate={false} />,
    );
    expect(one).not.toBe(other);
  },
);

test.each([{ serviceStatus: 'CONFIRMED' }, { amount: parseTotal('1') }, { eur: parseTotal('600') }])(
  'highlights a case with a visible change: %j',
  (change) => {
    const rows = [reviewCase, { ...reviewCase, ...change }];
    const [one, other] = marksIn(<QueueList start={start(rows)} desk={desk} />);
    expect(one).not.toBe(other);
  },
);

test('does not highlight a row without a visible change', () => {
  const exceptions = start([exception, { ...exception }]);
  const [one, other] = marksIn(<ExceptionsList start={exceptions} me="me" owners={null} mayCreate={false} />);
  expect(one).toBe(other);
  const [first, second] = marksIn(<QueueList start={start([reviewCase, { ...reviewCase }])} desk={desk} />);
  expect(first).toBe(second);
});
