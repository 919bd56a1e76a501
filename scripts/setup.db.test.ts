import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { withDatabase } from '#lib/database/testing/database-address.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';

const service = await startFakeService();
afterAll(() => service.close());

async function runSetup(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/setup.ts'], {
    env: { ...process.env, NODE_OPTIONS: '', SERVICE_BASE_URL: service.url, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { output, code };
}

test('sets up a business and prints its callback URLs, and does it again safely', async () => {
  const businessId = randomUUID();
  service.answerWith((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ businessId, name: 'A new shop', withdrawalCallbackUrl: 'https://old.test/' })),
  );
  for (const _ of [1, 2]) {
    const { output, code } = await runSetup({ BUSINESS_IDS: businessId });
    expect(output).toContain(`/api/callbacks/${businessId}/`);
    expect(output).toMatch(/^failed +Callback URL for withdrawals:/m);
    expect(code).toBe(0);
  }
  expect(await database().business.count({ where: { id: businessId } })).toBe(1);
});

test('ends with one line when the database is not there', async () => {
  const { output, code } = await runSetup({
    DATABASE_URL: withDatabase(process.env['DATABASE_URL'] ?? '', 'none'),
    DIRECT_URL: '',
  });
  expect(output).toContain('DATABASE_URL');
  expect(code).toBe(1);
});
