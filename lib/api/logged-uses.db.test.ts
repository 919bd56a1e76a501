import { beforeEach, expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Logger } from '#lib/platform/log.ts';
import * as logs from '#lib/platform/log.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { createApiFixture, send } from './testing/api-fixture.ts';

const lines: unknown[] = [];
beforeEach(() => {
  lines.length = 0;
  const ignore = () => undefined;
  const info: Logger['info'] = (...[fields, message]: readonly unknown[]) => {
    if (message === 'API request') lines.push(fields);
  };
  vi.spyOn(logs, 'logger').mockReturnValue({ info, warn: ignore, error: ignore });
});

const desk = createStatementFixture();
const { createToken } = createApiFixture(desk);

test.each([
  ['revoked', { revokedAt: new Date() }, 401],
  ['expired', { expiresAt: new Date(0) }, 401],
  ['used from another address', { addresses: ['198.51.100.7'] }, 403],
])('logs a use of a token that is %s, with its id and the address', async (_state, data, status) => {
  const { personId } = desk.tenant.as.finance.actor;
  const token = await createToken(desk.tenant.as.finance);
  await database().apiToken.updateMany({
    where: { personId },
    data,
  });
  const { tokenId } = await database().apiToken.findFirstOrThrow({ where: { personId } });
  await send('/payments', { token });
  const refused = { tokenId, method: 'GET', path: '/api/v1/payments', status, ms: expect.any(Number) };
  expect(lines).toEqual([{ ...refused, address: '192.0.2.1' }]);
});

test('logs a use of a token whose maker has no access any more', async () => {
  const { personId } = desk.tenant.as.finance.actor;
  const token = await createToken(desk.tenant.as.finance);
  const { tokenId } = await database().apiToken.findFirstOrThrow({ where: { personId } });
  await database().membership.updateMany({ where: { personId }, data: { disabledAt: new Date() } });
  await send('/payments', { token });
  expect(lines).toMatchObject([{ tokenId, status: 401, address: '192.0.2.1' }]);
});

test('logs a use that counts with its id, and one of an unknown token with its address', async () => {
  const { personId } = desk.tenant.as.finance.actor;
  const token = await createToken(desk.tenant.as.finance);
  const { tokenId } = await database().apiToken.findFirstOrThrow({ where: { personId } });
  await send('/payments', { token });
  await send('/payments', { token: 'ch_x' });
  expect(lines).toMatchObject([
    { tokenId, status: 200 },
    { tokenId: null, status: 401, address: '192.0.2.1' },
  ]);
  expect(JSON.stringify(lines)).not.toContain(token);
});
