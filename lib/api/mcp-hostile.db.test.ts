import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { tApi } from '#lib/messages/api.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { answerMcpRequest } from './index.ts';
import { createApiFixture, resetBudget } from './testing/api-fixture.ts';
import { hostileTexts, hostileValues } from './testing/hostile-values.ts';

const desk = createStatementFixture();
const { fill, createToken } = createApiFixture(desk);
const address = new URL('http://localhost:3000/api/mcp');

async function createAssistant() {
  const token = await createToken(desk.tenant.as.owner, [
    ...(['assistant:use', 'payments:read', 'deposits:read', 'refunds:read'] as const),
    ...(['withdrawals:read', 'exceptions:read', 'statements:read'] as const),
  ]);
  const statuses: number[] = [];
  const ask = async (input: URL | string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    headers.set('x-forwarded-for', '192.0.2.1');
    testRequest.headers = headers;
    const response = await answerMcpRequest(new Request(input, { ...init, headers }));
    statuses.push(response.status);
    return response;
  };
  return { ask, statuses };
}

const readTexts = ({ content }: { readonly content: readonly unknown[] }): readonly unknown[] =>
  content.map((one) => (typeof one === 'object' && one !== null && 'text' in one ? one.text : undefined));

test('answers each hostile argument of each tool with a result or a refusal', async () => {
  await fill({ hasStatement: true });
  const { ask, statuses } = await createAssistant();
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(address, { fetch: ask }));
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(15);
  let turn = 0;
  for (const { name, inputSchema } of tools)
    for (const argument of Object.keys(inputSchema.properties ?? {})) {
      await resetBudget();
      // Every third value, and others each time: all are sent, without sending each everywhere.
      turn += 1;
      const sent = hostileValues.filter((_, at) => at % 3 === turn % 3 || at === 2);
      for (const value of sent) {
        const result = await client.callTool({ name, arguments: { [argument]: value } });
        const said = `${name} ${argument} ${JSON.stringify(value).slice(0, 80)}`;
        expect([said, ...readTexts(result)]).not.toContain(tApi('problem.internal'));
      }
    }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  await client.close();
});

test('refuses each body that isn’t a message of the protocol', async () => {
  const { ask, statuses } = await createAssistant();
  const bodies = [
    ...hostileTexts,
    ...hostileValues.map((value) => JSON.stringify(value)),
    ...hostileValues.map((value) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: value })),
    ...hostileValues.map((params) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })),
    ...hostileValues.map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: {} })),
  ];
  for (const body of bodies) {
    await resetBudget();
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const response = await ask(address, { method: 'POST', headers, body: body.toWellFormed() });
    const said = `${response.status} ${body.slice(0, 80)}`;
    expect([said, await response.text()]).not.toContain(tApi('problem.internal'));
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
