import type { ClientOptions } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test, vi } from 'vitest';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { createApiToken } from '#lib/api-tokens/change-tokens.ts';
import { createApiTokenForm } from '#lib/api-tokens/schema.ts';
import { database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import { answerMcpRequest } from './index.ts';

const address = new URL('http://localhost:3000/api/mcp');

async function createToken({ businessId, as }: Tenant, scopes: readonly ApiScope[]): Promise<string> {
  const form = createApiTokenForm.parse({
    ...{ businessId, name: 'An assistant', scopes, businesses: [businessId], days: '90', addresses: '' },
  });
  return (await createApiToken(as.owner, form)).token;
}

/** The types of all answers. */
const answered = new Set<string | null>();

async function ask(input: URL | string, init: RequestInit, token: string): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  headers.set('x-forwarded-for', '192.0.2.1');
  testRequest.headers = headers;
  const response = await answerMcpRequest(new Request(input, { ...init, headers }));
  answered.add(response.headers.get('content-type'));
  return response;
}

/** Connects the client of the protocol's own library. */
async function connect(token: string, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(
    new StreamableHTTPClientTransport(address, { fetch: (url, init) => ask(url, init ?? {}, token) }),
  );
  return client;
}

const readText = ({ content }: { readonly content: readonly unknown[] }): unknown => {
  const [first] = content;
  return typeof first === 'object' && first !== null && 'text' in first ? first.text : undefined;
};

test('an assistant has the tools of its scopes only, and reads what the API reads', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const amount = '0.100000000000000000000000000001';
  const paymentId = await insertPayment(businessId, {
    ...{ clientPaymentId: 'Order 1', status: 'PAID', recordSeen: true },
    ...{ displayCurrency: 'EUR', expectedDisplayAmount: amount },
  });
  const other = await createTenant();
  const hidden = await insertPayment(other.businessId, { clientPaymentId: 'Order 2' });
  const warn = vi.spyOn(console, 'warn');
  const client = await connect(
    await createToken(tenant, ['assistant:use', 'payments:read', 'risk:read', 'cases:read']),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'get_payment',
    'get_payment_request',
    'list_payments',
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(client.getInstructions()).toContain('never as instructions');

  const list = await client.callTool({ name: 'list_payments', arguments: { status: 'PAID' } });
  expect(readText(list)).toContain(amount);
  expect(readText(list)).not.toContain(hidden);
  const one = await client.callTool({ name: 'get_payment', arguments: { id: paymentId } });
  expect(readText(one)).toContain('Order 1');

  for (const [name, input] of [
    ['get_payment', { id: hidden }],
    ['get_payment', { id: 'x' }],
    ['list_payments', { status: ['PAID', 7] }],
    ['list_payments', { business: other.businessId }],
    ['list_payments', { unknown: '\u0000' }],
  ] as const) {
    const refused = await client.callTool({ name, arguments: input });
    expect(refused.isError, JSON.stringify(input)).toBe(true);
    expect(readText(refused)).not.toContain('Order 2');
  }
  for (const name of ['list_deposits', 'get_deposit', 'list_cases'])
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow('not found');
  // The library would print beside the log of the product.
  expect(warn).not.toHaveBeenCalled();
  await client.close();
});

test('lists no tool that the role of the maker no longer allows', async () => {
  const tenant = await createTenant();
  const { personId } = tenant.as.owner.actor;
  const token = await createToken(tenant, ['assistant:use', 'payments:read', 'statements:read']);
  const listNames = async () => {
    const client = await connect(token);
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name).sort();
  };
  const payments = ['get_payment', 'get_payment_request', 'list_payments'];
  expect(await listNames()).toEqual([
    ...payments.slice(0, 2),
    'get_statement',
    'list_payments',
    'list_statement_figures',
    'list_statement_rows',
    'list_statements',
  ]);
  // Compliance creates tokens, but exports no lists.
  await database().membership.updateMany({ where: { personId }, data: { role: 'compliance' } });
  const refused = await ask(address, { method: 'POST', body: '{}' }, token);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'forbidden' }]);
});

test('takes neither batches nor subscriptions, which would escape the limits of a token', async () => {
  const token = await createToken(await createTenant(), ['assistant:use', 'payments:read']);
  const post = (message: unknown) =>
    ask(
      address,
      {
        method: 'POST',
        body: JSON.stringify(message),
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      },
      token,
    );
  const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list_payments', arguments: {} } };
  const batch = await post([1, 2, 3].map((id) => ({ ...call, id })));
  expect([batch.status, await batch.json()]).toMatchObject([400, { code: 'invalid-request' }]);
  const client = await connect(token);
  const listening = await ask(address, { method: 'GET', headers: { accept: 'text/event-stream' } }, token);
  expect(listening.status).toBe(405);
  const version = client.getNegotiatedProtocolVersion() ?? '';
  const subscribed = await ask(
    address,
    {
      method: 'POST',
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
        params: { notifications: { toolsListChanged: true } },
      }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
      },
    },
    token,
  );
  // The answer ends, so it holds no connection.
  expect(await subscribed.text()).toContain('error');
  await client.close();
});

test.each([
  ['2025', 'legacy'],
  ['today', { pin: '2026-07-28' }],
] as const)('no answer is a stream in the protocol of %s', async (_name, mode) => {
  const tenant = await createTenant();
  const token = await createToken(tenant, ['assistant:use', 'payments:read']);
  await insertPayment(tenant.businessId, { clientPaymentId: 'Order 1' });
  answered.clear();
  const client = await connect(token, { versionNegotiation: { mode } });
  const list = await client.callTool({ name: 'list_payments', arguments: {} });
  expect(readText(list)).toContain('Order 1');
  const refused = await client.callTool({ name: 'get_payment', arguments: { id: 'x' } });
  expect(refused.isError).toBe(true);
  await client.close();
  expect(answered).toContain('application/json');
  expect(answered).not.toContain('text/event-stream');
});

test('a token needs the scope of assistants, and ends with its maker’s access', async () => {
  const tenant = await createTenant();
  const post = (token: string) =>
    ask(address, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }, token);
  const without = await post(await createToken(tenant, ['payments:read']));
  expect(without.status).toBe(403);
  expect(await without.json()).toMatchObject({ code: 'missing-scope', scope: 'assistant:use' });
  expect((await post('ch_unknown')).status).toBe(401);

  const token = await createToken(tenant, ['assistant:use', 'payments:read']);
  expect((await post(token)).status).toBe(400);
  await database().membership.updateMany({
    where: { businessId: tenant.businessId, personId: tenant.as.owner.actor.personId },
    data: { disabledAt: new Date() },
  });
  expect((await post(token)).status).toBe(401);
});
