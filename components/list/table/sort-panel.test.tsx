import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { paymentColumns } from '#components/payments/payment-columns.tsx';
import { queueColumns } from '#components/reviews/queue/queue-columns.tsx';
import { withdrawalColumns } from '#components/withdrawals/withdrawal-columns.tsx';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { listAddress, parseListQuery } from '#lib/lists/model/query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import type { SortPanelProps } from './sort-panel.tsx';
import { SortPanel } from './sort-panel.tsx';

/** Lists the offered directions with their names and links. */
function listOrders(spec: ListSpec, columns: SortPanelProps['columns'], address: string) {
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(spec, (name) => parameters.get(name));
  const markup = renderToStaticMarkup(
    <SortPanel columns={columns} spec={spec} query={query} getHref={listAddress} close={() => undefined} />,
  );
  const links = [...markup.matchAll(/<a [^>]*>/g)].map(([link]) => ({
    name: /aria-label="([^"]*)"/.exec(link)?.[1],
    href: /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&'),
    isNow: link.includes('aria-current="true"'),
  }));
  return { markup, links };
}

const payments = paymentColumns((id) => id);

test('offers both directions of each sortable column, the list’s own time first', () => {
  const { links, markup } = listOrders(paymentList, payments, 'displayCurrency=EUR&after=x');
  expect(links.map(({ name, href }) => `${name}: ${href}`)).toEqual([
    'Initiated at, latest first: displayCurrency=EUR',
    'Initiated at, earliest first: displayCurrency=EUR&sort=oldest',
    'Expected amount, largest first: displayCurrency=EUR&sort=expectedDisplayAmount.desc',
    'Expected amount, smallest first: displayCurrency=EUR&sort=expectedDisplayAmount.asc',
    'Amount received, largest first: displayCurrency=EUR&sort=actualDisplayAmount.desc',
    'Amount received, smallest first: displayCurrency=EUR&sort=actualDisplayAmount.asc',
    'Last changed, latest first: displayCurrency=EUR&sort=changedAt.desc',
    'Last changed, earliest first: displayCurrency=EUR&sort=changedAt.asc',
  ]);
  expect(links.filter(({ isNow }) => isNow).map(({ name }) => name)).toEqual(['Initiated at, latest first']);
  expect(markup).not.toContain('to sort by this column');
});

test('sorts by EUR value when rows may have several currencies', () => {
  const { links, markup } = listOrders(paymentList, payments, 'sort=actualDisplayAmount.asc');
  expect(links.map(({ href }) => href)).toContain('sort=expectedUniformAmount.desc');
  expect(links.filter(({ isNow }) => isNow)).toEqual([
    { name: 'Amount received, smallest first', href: 'sort=actualUniformAmount.asc', isNow: true },
  ]);
  expect(markup.match(/by EUR amount/g)).toHaveLength(2);
});

test('keeps the order by EUR value when one currency is selected, and offers its own amounts', () => {
  const { links } = listOrders(paymentList, payments, 'displayCurrency=JPY&sort=expectedUniformAmount.desc');
  const expected = links.filter(({ name }) => name?.startsWith('Expected amount'));
  expect(expected.map(({ isNow }) => isNow)).toEqual([true, false]);
  expect(expected[1]?.href).toBe('displayCurrency=JPY&sort=expectedDisplayAmount.asc');
});

test('explains that sorting by amount needs one currency where no EUR value is reported', () => {
  const { markup } = listOrders(withdrawalList, withdrawalColumns(''), '');
  expect(markup.match(/To sort by this column, first choose one value in the filter “[^<]*”/g)).toHaveLength(
    2,
  );
});

test('marks the most serious risk as the default of the review queue', () => {
  const { links } = listOrders(
    queueList,
    queueColumns(() => ''),
    '',
  );
  expect(links.slice(0, 2)).toEqual([
    { name: 'Category, largest first', href: '', isNow: true },
    { name: 'Category, smallest first', href: 'sort=oldest', isNow: false },
  ]);
});
