import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { consumeAccountAttempt } from '#lib/access/account-limit-store.ts';
import { countDelayedAccounts, findLastDelayedAttempt } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { readBody, startMailServer } from '#lib/platform/testing/mail-server.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import { sendMail } from './send-mail.ts';
import { sendSignInNotices } from './sign-in-notices.ts';
import { openTransport } from './transport.ts';

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

/** Makes eleven attempts. Unknown senders are delayed after the last one. */
async function exceedFreeAttempts(email: string): Promise<void> {
  for (let n = 0; n < 11; n += 1) await consumeAccountAttempt(email, now);
}
const sendNotices = (isMailOn = true) => sendSignInNotices(systemContext('sign-in-notices', clock), isMailOn);
const listMail = () => database().mailMessage.findMany({ select: { personId: true, permission: true } });

test('notifies the person by mail and in the audit log, at most once in 24 hours', async () => {
  const { email, personId } = tenant.as.viewer.actor;
  for (let n = 0; n < 10; n += 1) await consumeAccountAttempt(email, now);
  expect(await sendNotices()).toEqual({ noticed: 0 });
  await consumeAccountAttempt(email, now);
  expect(await sendNotices()).toEqual({ noticed: 1 });
  expect(await listMail()).toEqual([{ personId, permission: 'account.use' }]);
  const listAudit = () =>
    database().auditEntry.findMany({ where: { objectId: personId, action: 'session.ceiling' } });
  expect((await listAudit()).map(({ after }) => after)).toEqual([
    { delayedAt: new Date(now).toISOString(), mailed: true },
  ]);

  now = addMilliseconds(now, 23 * hourMs);
  await exceedFreeAttempts(email);
  expect(await sendNotices()).toEqual({ noticed: 0 });
  now = addMilliseconds(now, 2 * hourMs);
  // The attack of two hours ago caused no notice.
  expect(await sendNotices()).toEqual({ noticed: 1 });
  expect(await sendNotices()).toEqual({ noticed: 0 });
  expect(await listAudit()).toHaveLength(2);
});

test('sends the mail to a person of any role, without content that an attacker chose', async () => {
  const server = await startMailServer({});
  const { email } = tenant.as.viewer.actor;
  await exceedFreeAttempts(email);
  await sendNotices();
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

test('without a mail server, reports attempts in the audit log and on the screen', async () => {
  const { email, personId } = tenant.as.finance.actor;
  expect(await findLastDelayedAttempt(email, now)).toBeNull();
  await exceedFreeAttempts(email);
  expect(await sendNotices(false)).toEqual({ noticed: 1 });
  expect(await listMail()).toEqual([]);
  expect(
    await database().auditEntry.count({ where: { objectId: personId, action: 'session.ceiling' } }),
  ).toBe(1);
  expect(await findLastDelayedAttempt(email, now)).toBe(now);
  expect(await countDelayedAccounts(tenant.businessId, now)).toBe(1);
  expect(await findLastDelayedAttempt(email, addMilliseconds(now, 25 * hourMs))).toBeNull();
  expect(await countDelayedAccounts(tenant.businessId, addMilliseconds(now, 25 * hourMs))).toBe(0);
});

test('sends no notice for an unknown email or a disabled person', async () => {
  await exceedFreeAttempts(`${randomUUID()}@example.test`);
  const { email, personId } = tenant.as.owner.actor;
  await database().person.update({ where: { id: personId }, data: { disabledAt: new Date() } });
  await exceedFreeAttempts(email);
  expect(await sendNotices()).toEqual({ noticed: 0 });
  expect(await countDelayedAccounts((await createTenant()).businessId, now)).toBe(0);
});

test('stores no email', async () => {
  const email = `${randomUUID()}@example.test`;
  await consumeAccountAttempt(email, now);
  const [row] = await database().signInCeiling.findMany({});
  expect(row?.account).toBe(createHash('sha256').update(email).digest('hex'));
  expect(JSON.stringify(row)).not.toContain(email);
});
