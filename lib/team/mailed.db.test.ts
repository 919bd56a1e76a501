import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { admitInvitationMail } from '#lib/access/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { sendMail } from '#lib/mail/index.ts';
import { openTransport } from '#lib/mail/transport.ts';
import { pagePoolSize } from '#lib/platform/page-pool-size.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { readBody, readHeaders, startMailServer } from '#lib/platform/testing/mail-server.ts';
import { invitePerson, joinByInvitation, readTeam, resendInvitation, revokeInvitation } from './index.ts';

testPasswords.isHashFake = true;

setMailServer();

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
  await database().mailMessage.deleteMany({});
});

const invite = (email: string) =>
  invitePerson(tenant.as.owner, { businessId: tenant.businessId, email, role: 'finance', delivery: 'mail' });
const readInvitations = async () =>
  (await readTeam(tenant.as.owner, tenant.businessId, { members: 1, invitations: 1 })).invitations.rows;

/** Sends the queued mails and returns what the server received. */
async function deliver() {
  // The notices of the owners have tests of their own.
  await database().mailMessage.deleteMany({ where: { invitationId: null } });
  const server = await startMailServer();
  const settings = {
    host: '127.0.0.1',
    port: server.port,
    tls: 'off',
    account: null,
    from: { name: 'Countinghouse', address: 'desk@house.test' },
  } as const;
  const counts = await sendMail(systemContext('mail'), AbortSignal.timeout(20_000), () =>
    openTransport(settings),
  );
  await server.close();
  return { counts, received: server.received };
}

test('mails the link, which only the invited person sees and which proves the address', async () => {
  const email = `${randomUUID()}@example.test`;
  expect(await invite(email)).toMatchObject({ link: null });
  // Neither the table nor the audit log contains the link.
  const [queued] = await database().mailMessage.findMany();
  expect(`${queued?.text}${queued?.html}`).not.toMatch(/\/invitation\/[\w-]{43}/);
  const { counts, received } = await deliver();
  expect(counts).toEqual({ sent: 1, failed: 0, dropped: 0 });
  expect(received[0]?.to).toEqual([email]);
  const raw = received[0]?.raw ?? '';
  expect(readHeaders(raw)).toContain('Subject: Invitation to A business of a test on Countinghouse');
  const token = /\/invitation\/([\w-]{43})/.exec(readBody(raw))?.[1] ?? '';
  expect((await readInvitations())[0]?.mail).toEqual({ state: 'sent', reason: null });
  await joinByInvitation(systemContext('invitation'), {
    token,
    name: 'New',
    password: 'a quiet long password',
  });
  expect((await database().person.findUnique({ where: { email } }))?.emailVerifiedAt).not.toBeNull();
});

test('sends no mail for an invitation that was revoked, or that has a newer link', async () => {
  const { businessId } = tenant;
  await invite(`${randomUUID()}@example.test`);
  const [first] = await readInvitations();
  const invitationId = first?.invitationId ?? '';
  await resendInvitation(tenant.as.owner, { businessId, invitationId, delivery: 'mail' });
  const { counts, received } = await deliver();
  expect([counts, received.length]).toEqual([{ sent: 1, failed: 0, dropped: 1 }, 1]);
  await resendInvitation(tenant.as.owner, { businessId, invitationId, delivery: 'mail' });
  await revokeInvitation(tenant.as.owner, { businessId, invitationId });
  expect((await deliver()).counts).toEqual({ sent: 0, failed: 0, dropped: 1 });
});

test('the invitation stays when the mail server is away, says so, and can be copied', async () => {
  const { businessId } = tenant;
  await invite(`${randomUUID()}@example.test`);
  await sendMail(systemContext('mail'), AbortSignal.timeout(20_000), () =>
    openTransport({
      host: '127.0.0.1',
      port: 9,
      tls: 'off',
      account: null,
      from: { name: 'x', address: 'x@house.test' },
    }),
  );
  const [invitation] = await readInvitations();
  expect(invitation?.mail).toMatchObject({
    state: 'waiting',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  const copied = await resendInvitation(tenant.as.owner, {
    businessId,
    invitationId: invitation?.invitationId ?? '',
    delivery: 'link',
  });
  expect(copied.link).toMatch(/\/invitation\/[\w-]{43}$/);
  expect((await readInvitations())[0]).toMatchObject({ delivery: 'link', mail: null });
});

test('mails an address three invitations an hour, and keeps the invitation whose fourth mail is refused', async () => {
  const { businessId } = tenant;
  await invite(`${randomUUID()}@example.test`);
  const invitationId = (await readInvitations())[0]?.invitationId ?? '';
  const resend = (delivery: 'mail' | 'link') =>
    resendInvitation(tenant.as.owner, { businessId, invitationId, delivery });
  await resend('mail');
  await resend('mail');
  await expect(resend('mail')).rejects.toMatchObject({ code: 'throttled' });
  expect((await deliver()).counts).toEqual({ sent: 1, failed: 0, dropped: 2 });
  expect((await readInvitations())[0]).toMatchObject({ invitationId, isExpired: false, delivery: 'mail' });
  expect((await resend('link')).link).toMatch(/\/invitation\/[\w-]{43}$/);
});

test('the mails of one business leave those of another to the same address', async () => {
  const email = `${randomUUID()}@example.test`;
  for (let sent = 0; sent < 3; sent += 1) await admitInvitationMail(tenant.businessId, email);
  await expect(admitInvitationMail(tenant.businessId, email)).rejects.toMatchObject({
    message: expect.stringMatching(/^Your business/),
  });
  await admitInvitationMail((await createTenant()).businessId, email);
});

test('many invitations at once share the connections', async () => {
  const emails = Array.from({ length: pagePoolSize }, () => `${randomUUID()}@example.test`);
  const sent = await Promise.allSettled(emails.map(invite));
  expect(sent.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('a business mails 1,000 invitations a day', async () => {
  await invite(`${randomUUID()}@example.test`);
  await databasePool().query(`UPDATE rate_limit SET points = 999 WHERE key LIKE 'invitation-business:%'`);
  await invite(`${randomUUID()}@example.test`);
  const email = `${randomUUID()}@example.test`;
  await expect(invite(email)).rejects.toMatchObject({ code: 'throttled' });
  expect(await database().invitation.count({ where: { email } })).toBe(0);
});
