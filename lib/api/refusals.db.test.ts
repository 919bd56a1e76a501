import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { admitApiToken } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { createContext } from '#lib/platform/context.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { Problem } from '#lib/values/errors.ts';
import { answerWrite } from './answer-write.ts';
import { apiWrites } from './index.ts';
import { readListQuery } from './list-query.ts';
import { createProblemResponse, describeRefusal, toRefusal } from './problem.ts';
import type { ApiWrite } from './route.ts';
import { createListRoute } from './route.ts';
import { createApiFixture } from './testing/api-fixture.ts';

testRequest.headers = new Headers();
const desk = createStatementFixture();
const { createWritingToken } = createApiFixture(desk);

/** Sends a note by a route that fails after its transaction. */
async function sendFailingNote(key: string, error: Error) {
  const { businessId } = desk.tenant;
  const route = apiWrites.find(({ path }) => path === '/payments/{id}/notes');
  const token = await admitApiToken(await createWritingToken(), '192.0.2.1', systemClock.now());
  if (route === undefined || token === null) throw new Error('there is no such route or token');
  const failing: ApiWrite = {
    ...route,
    write: async (input) => {
      await route.write(input);
      throw error;
    },
  };
  const id = await insertPayment(businessId);
  return async (which: 'failing' | 'usual') => {
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    const request = new Request('http://localhost:3000/api/v1/payments', {
      ...{ method: 'POST', headers, body: JSON.stringify({ text: 'From the shop' }) },
    });
    const input = { token, context: createContext(token.actor), businessId, id };
    return answerWrite(which === 'failing' ? failing : route, request, input);
  };
}

test('a write that fails after it was stored answers 201 with what it made, and 200 when it is repeated', async () => {
  const send = await sendFailingNote(randomUUID(), new Error('the answer was lost'));
  const first = await send('failing');
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
  const again = await send('usual');
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(await again.json()).toEqual(await first.json());
  expect(
    await database().auditEntry.count({ where: { chainId: desk.tenant.businessId, action: 'note.write' } }),
  ).toBe(1);
});

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

test.each(['throttled', 'unavailable'] as const)('says when to try again after %s', async (code) => {
  const refusal = toRefusal(new Problem(code, 'A sentence of a page'), {
    requestId: 'r',
    log,
    method: 'GET',
  });
  expect(createProblemResponse(refusal, 'r').headers.get('retry-after')).toBe('2');
});

test.each([
  ['payments', paymentList, 'paymentInitiatedAt'],
  ['exceptions', exceptionList, 'at'],
] as const)('asks for a period where the whole list of %s takes too long', async (_name, spec, parameter) => {
  const route = createListRoute({
    ...{ path: '/x', summary: 'X', scope: 'payments:read', spec, hasChangeTime: false },
    record: z.object({}),
    write: (row) => row,
    list: async () => ({ rows: [], before: null, after: null, isCursorInvalid: false, searchedDays: 90 }),
  });
  const input = {
    context: desk.tenant.as.finance,
    businessId: desk.tenant.businessId,
    id: '',
    parameters: {},
  };
  const thrown: unknown = await route.read(input).catch((error: unknown) => error);
  const refusal = toRefusal(thrown, { requestId: 'r', log, method: 'GET' });
  const response = createProblemResponse(refusal, 'r');
  expect([response.status, refusal.code]).toEqual([400, 'period-required']);
  // The parameter exists, and takes what the sentence shows.
  expect(describeRefusal(refusal)).toContain(`${parameter}=2026-11-01..2026-11-30`);
  expect(readListQuery(spec, { limit: 1, [parameter]: '2026-11-01..2026-11-30' }).query.days).toHaveProperty(
    parameter,
  );
});
