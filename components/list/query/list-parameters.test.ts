import { createLoader } from 'nuqs/server';
import { expect, test } from 'vitest';
import { listAddress, parseListQuery } from '#lib/lists/model/query.ts';
import { parseRequestQuery } from '#lib/lists/model/request-query.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { createListParameters } from './list-parameters.ts';

const read = createLoader(createListParameters(paymentList));

/** Returns the list query that the browser reads from a URL. */
function toParameters(query: string): string {
  const parameters = read(new URL(`https://desk.example/payments?${query}`));
  return listAddress(parseListQuery(paymentList, (name) => parameters[name] ?? null).query);
}

test.each([
  'status=NEW&status=EXPIRED',
  'status=NEW,EXPIRED&q=order',
  'q=a&q=b',
  'sort=oldest&sort=newest',
  'status=&status=NEW',
  'paymentInitiatedAt=today&paymentInitiatedAt=yesterday',
])('reads %s as the server does', (query) => {
  const request = new Request(`https://desk.example/api/payments?${query}`);
  expect(toParameters(query)).toBe(listAddress(parseRequestQuery(paymentList, request)));
});

test('joins repeated filters', () => {
  expect(toParameters('status=NEW&status=EXPIRED')).toBe('status=NEW,EXPIRED');
});
