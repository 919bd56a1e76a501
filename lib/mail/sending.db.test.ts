import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { loopbackCertificate } from '#lib/platform/testing/certificate.ts';
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

const settings = (given: Partial<MailSettings> = {}): MailSettings => ({
  host: '127.0.0.1',
  port: server.port,
  tls: 'off',
  account: null,
  from: { name: 'Countinghouse', address: 'desk@house.test' },
  ...given,
});
const send = (given: Partial<MailSettings> = {}, trusted?: string) =>
  sendMail(systemContext('alerts', clock), AbortSignal.timeout(20_000), () =>
    openTransport(settings(given), trusted),
  );
const minutes = (count: number) => {
  now = instant(now + count * 60_000);
};

const put = (given: { subject?: string; personId?: string } = {}) =>
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
        ...given,
      },
    ]),
  );
const stateOf = () => readMailState(tenant.businessId, now);
const states = async () =>
  (await database().mailMessage.findMany({ select: { state: true } })).map(({ state }) => state);

test('mail arrives once, as text and as HTML, and is written down as sent', async () => {
  await start();
  await put();
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
  expect(await stateOf()).toMatchObject({ lastSentAt: now, waiting: { count: 0 }, failed: [] });
});

test('a transaction that rolls back sends nothing', async () => {
  await start();
  const put = inTransaction(async (transaction) => {
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
    throw new Error('the fact did not come about');
  });
  await expect(put).rejects.toThrow('did not come about');
  await send();
  expect(server.received).toEqual([]);
});

test('two processes at once send each of many mails once', async () => {
  await start();
  for (let n = 0; n < 15; n += 1) await put({ subject: `Number ${n}` });
  const both = await Promise.all([send(), send()]);
  expect(both[0].sent + both[1].sent).toBe(15);
  const subjects = server.received.map(({ raw }) =>
    readHeaders(raw).find((line) => line.startsWith('Subject')),
  );
  expect(new Set(subjects).size).toBe(15);
  expect(subjects).toHaveLength(15);
});

test('a process killed after the server took a mail leaves it to be sent again, under the same Message-ID', async () => {
  await start();
  await put();
  const delivered = Promise.withResolvers<void>();
  const killed = (): Transport => {
    const real = openTransport(settings());
    return {
      ...real,
      send: async (letter) => {
        await real.send(letter);
        delivered.resolve();
        await new Promise(() => undefined);
      },
    };
  };
  void sendMail(systemContext('alerts', clock), AbortSignal.timeout(20_000), killed);
  await delivered.promise;
  expect(await send()).toMatchObject({ sent: 0 });
  minutes(1);
  expect(await send()).toMatchObject({ sent: 0 });
  minutes(2);
  expect(await send()).toMatchObject({ sent: 1 });
  const ids = server.received.map(({ raw }) => readHeaders(raw).find((line) => /^message-id/i.test(line)));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toMatch(/<[0-9a-f-]{36}@localhost>/);
  expect(ids[1]).toBe(ids[0]);
  minutes(60);
  expect(await send()).toMatchObject({ sent: 0 });
});

test('a recipient that the server refuses is given up at once and seen; others get theirs', async () => {
  const refused = tenant.as.compliance.actor.email;
  await start({
    recipient: (address) => (address === refused ? { code: 550, words: 'No such mailbox\u0007 here' } : null),
  });
  await put();
  await put({ personId: tenant.as.owner.actor.personId });
  expect(await send()).toEqual({ sent: 1, failed: 1, dropped: 0 });
  const { failed } = await stateOf();
  expect(failed).toMatchObject([{ personId: tenant.as.compliance.actor.personId, attempts: 1 }]);
  expect(failed[0]?.why).toContain('No such mailbox');
  minutes(600);
  expect(await send()).toEqual({ sent: 0, failed: 0, dropped: 0 });
});

test('a server that is gone is tried again later and later, and takes the mail once it is back', async () => {
  await start();
  const { port } = server;
  await server.close();
  running.length = 0;
  await put();
  await put();
  // The second is not tried: it would fare no better.
  expect(await send({ port })).toEqual({ sent: 0, failed: 0, dropped: 0 });
  const away = await stateOf();
  expect(away.waiting).toMatchObject({ count: 2, oldestAt: expect.any(Number) });
  expect(await database().mailMessage.count({ where: { attempts: 1 } })).toBe(1);
  expect(await database().mailMessage.count({ where: { lastError: { contains: 'ECONNREFUSED' } } })).toBe(1);
  await start({ port });
  expect(await send()).toMatchObject({ sent: 1 });
  minutes(1);
  expect(await send()).toMatchObject({ sent: 1 });
  expect(server.received).toHaveLength(2);
});

test('what is refused for the moment is tried for a day, then stands as failed with its age and reason', async () => {
  await start({ recipient: () => ({ code: 451, words: 'Come back later' }) });
  await put();
  const begun = now;
  let tries = 0;
  while ((await states())[0] === 'waiting' && tries < 50) {
    await send();
    const { waiting } = await stateOf();
    tries += 1;
    if (waiting.nextTryAt !== null) {
      expect(waiting).toMatchObject({
        attempts: tries,
        lastError: expect.stringContaining('Come back later'),
      });
      now = waiting.nextTryAt;
    }
  }
  expect(tries).toBe(10);
  const hours = (now - begun) / 3_600_000;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(28);
  expect((await stateOf()).failed).toMatchObject([{ attempts: 10 }]);
});

test('with TLS required nothing is said to a server that has none, or one that nobody vouches for', async () => {
  const account = { user: 'desk', pass: 'a password' };
  await start();
  await put();
  await send({ tls: 'required', account });
  expect(server.passwords).toEqual([]);
  expect(server.received).toEqual([]);
  minutes(2);
  await start({ ...loopbackCertificate() });
  await send({ tls: 'required', account });
  expect(server.passwords).toEqual([]);
  expect(server.received).toEqual([]);
  expect((await stateOf()).waiting).toMatchObject({ count: 1, attempts: 2 });
});

test('with TLS required, and with TLS from the first byte, mail leaves to a server that is vouched for', async () => {
  const account = { user: 'desk', pass: 'a password' };
  for (const tls of ['required', 'implicit'] as const) {
    const own = loopbackCertificate();
    await start({ ...own, secure: tls === 'implicit' });
    await put();
    expect(await send({ tls, account }, own.cert)).toMatchObject({ sent: 1 });
    expect(server.passwords).toEqual(['a password']);
  }
});

test('a wrong password gives up no mail', async () => {
  const own = loopbackCertificate();
  await start({ ...own, authOptional: false, onAuth: (_auth, _session, done) => done(new Error('wrong')) });
  await put();
  expect(await send({ tls: 'required', account: { user: 'desk', pass: 'x' } }, own.cert)).toMatchObject({
    sent: 0,
    failed: 0,
  });
  expect(await states()).toEqual(['waiting']);
});

test('mail leaves only while its person may still read what it tells of', async () => {
  await start();
  const { businessId } = tenant;
  const [demoted, disabled, gone] = [
    tenant.as.compliance.actor.personId,
    tenant.as.owner.actor.personId,
    tenant.as.finance.actor.personId,
  ];
  for (const personId of [demoted, disabled, gone]) await put({ personId });
  await database().membership.updateMany({
    where: { businessId, personId: demoted },
    data: { role: 'viewer' },
  });
  await database().person.update({ where: { id: disabled }, data: { disabledAt: new Date() } });
  await database().membership.deleteMany({ where: { businessId, personId: gone } });
  expect(await send()).toEqual({ sent: 0, failed: 0, dropped: 3 });
  expect(server.received).toEqual([]);
});

test('a line break in a subject is refused by the database, so that no header can be slipped in', async () => {
  for (const subject of ['New\r\nBcc: thief@evil.test', 'New\nX: y', 'New\u0000', ''])
    await expect(put({ subject })).rejects.toThrow();
  await databasePool().query('SELECT 1');
});

test('where no mail server is named, what waits for one is let go', async () => {
  await put();
  const context = systemContext('alerts', clock);
  expect(await sendMail(context, AbortSignal.timeout(5_000), () => null)).toEqual({
    sent: 0,
    failed: 0,
    dropped: 1,
  });
  expect(await states()).toEqual(['dropped']);
});

test('what was sent long ago is forgotten', async () => {
  await start();
  await put();
  await send();
  minutes(91 * 24 * 60);
  await put({ subject: randomUUID() });
  await send();
  expect(await states()).toEqual(['sent']);
});
