import { expect, test } from 'vitest';
import { exceptionList } from '#lib/exceptions/model.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { requestHref } from './request-href.ts';

const id = '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01';

test('opens the form for people who may create payments', () => {
  expect(requestHref('b', id, true)).toBe(`/b/payments/new?intent=${id}`);
});

test('opens the exceptions with only this request for others', () => {
  const [path, address] = requestHref('b', id, false).split('?');
  expect(path).toBe('/b/exceptions');
  const parameters = new URLSearchParams(address);
  expect(parameters.get('open')).toBe(id);
  const { query, ignored } = parseListQuery(exceptionList, (name) => parameters.get(name));
  expect(ignored).toEqual([]);
  expect(query).toMatchObject({ only: [id], choices: { work: ['open', 'resolved'] } });
});
