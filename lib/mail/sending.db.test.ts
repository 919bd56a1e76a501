import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { addFactors, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { createLoopbackCertificate } from '#lib/platform/testing/certificate.ts';
import type { MailServer } from '#lib/platform/testing/mail-server.ts';
import { readBody, readHeaders, startMailServer } from '#lib/platform/testing/mail-server.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { readMailState } from './queries.ts';
import { sendMail } from './send-mail.ts';
import type { MailSettings } from './settings.ts';
import { queueMail } from './store.ts';
import type { Transport } from './transport.ts';
import { openTransport } from './transport.ts';

let tenant: Tenant;
let server: MailServer;
let now: Instant;
const running: MailServer[] = [];
const clock: Clock = { now: () => now };

beforeEach(async () => {
  tenant = await createTenant();
  await addFactors([tenant.as.compliance, tenant.as.owner]);
  now = instant(Date.now());
  await database().mailMessage.deleteMany({});
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

async function start(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  server = await startMailServer(options);
  running.push(server);
  return server;
}

const settings = (overrides: Partial<MailSettings> = {}): MailSettings => ({
  host: '127.0.0.1',
  port: server.port,
  tls: 'off',
  account: null,
  from: { name: 'Countinghouse', address: 'desk@house.test' },
  ...overrides,
});
const send = (overrides: Partial<MailSettings> = {}, trusted?: string) =>
  sendMail(systemContext('alerts', clock), AbortSignal.timeout(20_000), () =>
    openTransport(settings(overrides), trusted),
  );
const advanceMinutes = (count: number) => {
  now = instant(now + count * 60_000);
};

const queue = (overrides: { subject?: string; personId?: string } = {}) =>
  inTransaction((transaction) =>
    queueMail(transaction, [
      {
        businessId: tenant.businessId,
        personId: tenant.as.compliance.actor.personId,
        permission: 'review.work',
        subject: 'Review desk: 1 new',
        text: 'Case 1\n',
        html: '<p>Case 1</p>',
        at: now,
        ...overrides,
      },
    ]),
  );
const readState = () => readMailState(tenant.businessId, now);
const readStates = async () =>
  (await database().mailMessage.findMany({ select: { state: true } })).map(({ state }) => state);

test('delivers mail once, as text and as HTML, and marks it sent', async () => {
  await start();
  await queue();
  expect(await send()).toEqual({ sent: 1, failed: 0, dropped: 0 });
  expect(await send()).toEqual({ sent: 0, failed: 0, dropped: 0 });
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail?.to).toEqual([tenant.as.compliance.actor.email]);
  expect(readBody(mail?.raw ?? '')).toContain('Case 1');
  expect(readBody(mail?.raw ?? '')).toContain('<p>Case 1</p>');
  const headers = readHeaders(mail?.raw ?? '');
  expect(headers).toContain('Auto-Submitted: auto-generated');
  expect(headers).toContain('From: Countinghouse <desk@house.test>');
  expect(await readState()).toMatchObject({ lastSentAt: now, waiting: { count: 0 }, failed: [] });
});

test('sends no mail for a transaction that rolls back', async () => {
  await start();
  const queue = inTransaction(async (transaction) => {
    await queueMail(transaction, [
      {
        businessId: tenant.businessId,
        personId: tenant.as.owner.actor.personId,
        permission: 'review.work',
        subject: 's',
        text: 't',
        html: 'h',
        at: now,
      },
    ]);
    throw new Error('the transaction failed');
  });
  await expect(queue).rejects.toThrow('transaction failed');
  await send();
  expect(server.received).toEqual([]);
});

test('sends each mail once while two processes send', async () => {
  await start();
  for (let n = 0; n < 15; n += 1) await queue({ subject: `Number ${n}` });
  const results = await Promise.all([send(), send()]);
  expect(results[0].sent + results[1].sent).toBe(15);
  const subjects = server.received.map(({ raw }) =>
    readHeaders(raw).find((line) => line.startsWith('Subject')),
  );
  expect(new Set(subjects).size).toBe(15);
  expect(subjects).toHaveLength(15);
});

test('sends a mail again under the same Message-ID if the process dies after the server accepted it', async () => {
  await start();
  await queue();
  const delivered = Promise.withResolvers<void>();
  const openHangingTransport = async (): Promise<Transport> => {
    const real = await openTransport(settings());
    return {
      ...real,
      send: async (letter) => {
        await real.send(letter);
        delivered.resolve();
        await new Promise(() => undefined);
      },
    };
  };
  void sendMail(systemContext('alerts', clock), AbortSignal.timeout(20_000), openHangingTransport);
  await delivered.promise;
  expect(await send()).toMatchObject({ sent: 0 });
  advanceMinutes(1);
  expect(await send()).toMatchObject({ sent: 0 });
  advanceMinutes(2);
  expect(await send()).toMatchObject({ sent: 1 });
  const ids = server.received.map(({ raw }) => readHeaders(raw).find((line) => /^message-id/i.test(line)));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toMatch(/<[0-9a-f-]{36}@localhost>/);
  expect(ids[1]).toBe(ids[0]);
  advanceMinutes(60);
  expect(await send()).toMatchObject({ sent: 0 });
});

test('gives up a refused recipient at once and reports it, and delivers to others', async () => {
  const refused = tenant.as.compliance.actor.email;
  await start({
    recipient: (address) => (address === refused ? { code: 550, words: 'No such mailbox\u0007 here' } : null),
  });
  await queue();
  await queue({ personId: tenant.as.owner.actor.personId });
  expect(await send()).toEqual({ sent: 1, failed: 1, dropped: 0 });
  const { failed } = await readState();
  expect(failed).toMatchObject([{ personId: tenant.as.compliance.actor.personId, attempts: 1 }]);
  expect(failed[0]?.why).toContain('No such mailbox');
  advanceMinutes(600);
  expect(await send()).toEqual({ sent: 0, failed: 0, dropped: 0 });
});

test('retries an unreachable server at growing intervals and delivers once it is back', async () => {
  await start();
  const { port } = server;
  await server.close();
  running.length = 0;
  await queue();
  await queue();
  // The second mail is not attempted, because the server is unreachable.
  expect(await send({ port })).toEqual({ sent: 0, failed: 0, dropped: 0 });
  const unreachable = await readState();
  expect(unreachable.waiting).toMatchObject({ count: 2, oldestAt: expect.any(Number) });
  expect(await database().mailMessage.count({ where: { attempts: 1 } })).toBe(1);
  expect(await database().mailMessage.count({ where: { lastError: { contains: 'ECONNREFUSED' } } })).toBe(1);
  await start({ port });
  expect(await send()).toMatchObject({ sent: 1 });
  advanceMinutes(1);
  expect(await send()).toMatchObject({ sent: 1 });
  expect(server.received).toHaveLength(2);
});

test('retries a temporary refusal for a day, then reports the mail as failed with its age and reason', async () => {
  await start({ recipient: () => ({ code: 451, words: 'Come back later' }) });
  await queue();
  const startedAt = now;
  let attempts = 0;
  while ((await readStates())[0] === 'waiting' && attempts < 50) {
    await send();
    const { waiting } = await readState();
    attempts += 1;
    if (waiting.nextTryAt !== null) {
      expect(waiting).toMatchObject({
        attempts,
        lastError: expect.stringContaining('Come back later'),
      });
      now = waiting.nextTryAt;
    }
  }
  expect(attempts).toBe(10);
  const hours = (now - startedAt) / 3_600_000;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(28);
  expect((await readState()).failed).toMatchObject([{ attempts: 10 }]);
});

test('with TLS required, sends nothing to a server without TLS or with an untrusted certificate', async () => {
  const account = { user: 'desk', pass: 'a password' };
  await start();
  await queue();
  await send({ tls: 'required', account });
  expect(server.passwords).toEqual([]);
  expect(server.received).toEqual([]);
  advanceMinutes(2);
  await start({ ...createLoopbackCertificate() });
  await send({ tls: 'required', account });
  expect(server.passwords).toEqual([]);
  expect(server.received).toEqual([]);
  expect((await readState()).waiting).toMatchObject({ count: 1, attempts: 2 });
});

test('with required or implicit TLS, sends to a server with a trusted certificate', async () => {
  const account = { user: 'desk', pass: 'a password' };
  for (const tls of ['required', 'implicit'] as const) {
    const certificate = createLoopbackCertificate();
    await start({ ...certificate, secure: tls === 'implicit' });
    await queue();
    expect(await send({ tls, account }, certificate.cert)).toMatchObject({ sent: 1 });
    expect(server.passwords).toEqual(['a password']);
  }
});

test('gives up no mail after a wrong password', async () => {
  const tls = createLoopbackCertificate();
  await start({ ...tls, authOptional: false, onAuth: (_auth, _session, done) => done(new Error('wrong')) });
  await queue();
  expect(await send({ tls: 'required', account: { user: 'desk', pass: 'x' } }, tls.cert)).toMatchObject({
    sent: 0,
    failed: 0,
  });
  expect(await readStates()).toEqual(['waiting']);
});

test('sends mail only while its recipient may still read it', async () => {
  await start();
  const { businessId } = tenant;
  const [demoted, disabled, removed] = [
    tenant.as.compliance.actor.personId,
    tenant.as.owner.actor.personId,
    tenant.as.finance.actor.personId,
  ];
  for (const personId of [demoted, disabled, removed]) await queue({ personId });
  await database().membership.updateMany({
    where: { businessId, personId: demoted },
    data: { role: 'viewer' },
  });
  await database().person.update({ where: { id: disabled }, data: { disabledAt: new Date() } });
  await database().membership.deleteMany({ where: { businessId, personId: removed } });
  expect(await send()).toEqual({ sent: 0, failed: 0, dropped: 3 });
  expect(server.received).toEqual([]);
});

test('sends mail about cases only to people with a second factor', async () => {
  await start();
  await queue();
  await database().secondFactor.deleteMany({ where: { personId: tenant.as.compliance.actor.personId } });
  expect(await send()).toEqual({ sent: 0, failed: 0, dropped: 1 });
  expect(server.received).toEqual([]);
});

test('the database refuses line breaks in a subject, so that no header can be injected', async () => {
  for (const subject of ['New\r\nBcc: thief@evil.test', 'New\nX: y', 'New\u0000', ''])
    await expect(queue({ subject })).rejects.toThrow();
  await databasePool().query('SELECT 1');
});

test('drops queued mail if no mail server is configured', async () => {
  await queue();
  const context = systemContext('alerts', clock);
  expect(await sendMail(context, AbortSignal.timeout(5_000), async () => null)).toEqual({
    sent: 0,
    failed: 0,
    dropped: 1,
  });
  expect(await readStates()).toEqual(['dropped']);
});

test('deletes mail that was sent long ago', async () => {
  await start();
  await queue();
  await send();
  advanceMinutes(91 * 24 * 60);
  await queue({ subject: randomUUID() });
  await send();
  expect(await readStates()).toEqual(['sent']);
});
