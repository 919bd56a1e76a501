import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { HoldView } from '#lib/retention/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { RecordHold } from './record-hold.tsx';
import { ShorterTime } from './shorter-time.tsx';

const toText = (element: ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const record = { kind: 'case', recordId: 'c' } as const;
const hold: HoldView = {
  holdId: 'h',
  kind: 'case',
  recordId: 'c',
  name: '17',
  reason: 'Request of the court',
  placedBy: 'Ada',
  placedAt: instant(1_793_000_000_000),
  lift: null,
};

test('offers a hold on a record that has none, and shows the one that it has', () => {
  const free = toText(<RecordHold businessId="b" record={record} holds={[]} />);
  expect(free).toContain('None.');
  expect(free).toContain('Place legal hold');
  const held = toText(<RecordHold businessId="b" record={record} holds={[hold]} />);
  expect(held).toMatch(/Under a legal hold .*Request of the court.*Ada/);
  expect(held).not.toContain('Place legal hold');
});

test('names the record whose hold protects a case, which can still have its own', () => {
  const payment = { ...hold, kind: 'payment', recordId: 'p', name: 'order-1' } as const;
  const text = toText(<RecordHold businessId="b" record={record} holds={[payment]} />);
  expect(text).toContain('Protected by a hold on: Payment order-1');
  expect(text).toContain('Place legal hold');
});

test('warns only of laws that require more years', () => {
  const render = (years: number) => toText(<ShorterTime businessId="b" kind="payment" years={years} />);
  expect(render(7)).toMatch(/Shorter than common legal minimums.*8 years.*10 years/);
  expect(render(7)).not.toContain('AMLR');
  expect(render(10)).not.toContain('Shorter than');
  expect(render(10)).toContain('Counting the records');
});
