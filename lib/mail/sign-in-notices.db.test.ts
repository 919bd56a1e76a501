import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { takeTurn } from '#lib/access/ceiling-store.ts';
import { countGuessedAccounts, lastGuessing } from '#lib/access/index.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { readBody, startMailServer } from '#lib/platform/testing/mail-server.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, later } from '#lib/values/instant.ts';
import { sendMail } from './send-mail.ts';
import { noticeGuessing } from './sign-in-notices.ts';
import { openTransport } from './transport.ts';

afterAll(closeDatabase);

const hourMs = 3_600_000;
let tenant: Tenant;
let now: Instant;
const clock: Clock = { now: () => now };

beforeEach(async () => {
  tenant = await createTenant();
  now = instant(Date.now());
  await database().mailMessage.deleteMany({});
  await database().signInCeiling.deleteMany({});
});

/** Eleven attempts: with the last one strangers begin to wait. */
async function guess(email: string): Promise<void> {
  for (let n = 0; n < 11; n += 1) await takeTurn(email, now);
}
const notice = (isMailOn = true) => noticeGuessing(systemContext('sign-in-notices', clock), isMailOn);
const mails = () => database().mailMessage.findMany({ select: { personId: true, permission: true } });

test('the person is told by mail and in the audit log, at most once in 24 hours', async () => {
  const { email, personId } = tenant.as.viewer.actor;
  for (let n = 0; n < 10; n += 1) await takeTurn(email, now);
  expect(await notice()).toEqual({ noticed: 0 });
  await takeTurn(email, now);
  expect(await notice()).toEqual({ noticed: 1 });
  expect(await mails()).toEqual([{ personId, permission: 'read' }]);
  const audit = () =>
    database().auditEntry.findMany({ where: { objectId: personId, action: 'session.ceiling' } });
  expect((await audit()).map(({ after }) => after)).toEqual([
    { delayedAt: new Date(now).toISOString(), mailed: true },
  ]);

  now = later(now, 23 * hourMs);
  await guess(email);
  expect(await notice()).toEqual({ noticed: 0 });
  now = later(now, 2 * hourMs);
  // The attack of two hours ago was not told.
  expect(await notice()).toEqual({ noticed: 1 });
  expect(await notice()).toEqual({ noticed: 0 });
  expect(await audit()).toHaveLength(2);
});

test('the mail leaves to a person of any role, and holds nothing that an attacker chose', async () => {
  const server = await startMailServer({});
  const { email } = tenant.as.viewer.actor;
  await guess(email);
  await notice();
  const sent = await sendMail(systemContext('alerts', clock), AbortSignal.timeout(20_000), () =>
    openTransport({
      host: '127.0.0.1',
      port: server.port,
      tls: 'off',
      account: null,
      from: { name: 'Countinghouse', address: 'desk@house.test' },
    }),
  );
  await server.close();
  expect(sent).toEqual({ sent: 1, failed: 0, dropped: 0 });
  expect(server.received[0]?.to).toEqual([email]);
  expect(readBody(server.received[0]?.raw ?? '')).toContain('Someone tried many passwords');
});

test('without a mail server the notice is in the audit log and on the screen', async () => {
  const { email, personId } = tenant.as.finance.actor;
  expect(await lastGuessing(email, now)).toBeNull();
  await guess(email);
  expect(await notice(false)).toEqual({ noticed: 1 });
  expect(await mails()).toEqual([]);
  expect(
    await database().auditEntry.count({ where: { objectId: personId, action: 'session.ceiling' } }),
  ).toBe(1);
  expect(await lastGuessing(email, now)).toBe(now);
  expect(await countGuessedAccounts(tenant.businessId, now)).toBe(1);
  expect(await lastGuessing(email, later(now, 25 * hourMs))).toBeNull();
  expect(await countGuessedAccounts(tenant.businessId, later(now, 25 * hourMs))).toBe(0);
});

test('an email without an account and a disabled person are told nothing', async () => {
  await guess(`${randomUUID()}@example.test`);
  const { email, personId } = tenant.as.owner.actor;
  await database().person.update({ where: { id: personId }, data: { disabledAt: new Date() } });
  await guess(email);
  expect(await notice()).toEqual({ noticed: 0 });
  expect(await countGuessedAccounts((await createTenant()).businessId, now)).toBe(0);
});

test('the store holds no email', async () => {
  const email = `${randomUUID()}@example.test`;
  await takeTurn(email, now);
  const [row] = await database().signInCeiling.findMany({});
  expect(row?.account).toBe(createHash('sha256').update(email).digest('hex'));
  expect(JSON.stringify(row)).not.toContain(email);
});
