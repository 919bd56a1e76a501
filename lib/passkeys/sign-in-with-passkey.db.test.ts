import { beforeEach, expect, test } from 'vitest';
import { requireRecentAuthentication } from '#lib/access/index.ts';
import { findPerson } from '#lib/access/session-store.ts';
import { verifyAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { createSignInContext, systemContext } from '#lib/database/testing/tenant.ts';
import { signIn as submitPassword } from '#lib/factors/index.ts';
import { disablePerson } from '#lib/people/index.ts';
import { signIn } from '#lib/people/testing/sign-in.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { createContext } from '#lib/platform/context.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { listPasskeys } from './index.ts';
import { startPasskeyReauthentication } from './reauthenticate-with-passkey.ts';
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts';
import type { Behaviour } from './testing/authenticator.ts';
import type { SignedInPerson } from './testing/person.ts';
import {
  createAuthenticator,
  createSender,
  deviceId,
  listEntries,
  listSubjects,
  minutesToMs,
  newPerson,
  registerPasskey,
  signInContext,
  signInRefusal,
  submitPasskey,
  testStart,
} from './testing/person.ts';

testPasswords.isHashFake = true;

setMailServer();

let me: SignedInPerson;
beforeEach(async () => {
  me = await newPerson();
});

test('a person adds a passkey, signs in with it and has a session with a recent authentication', async () => {
  const phone = createAuthenticator();
  const { passkeys } = await registerPasskey(phone, me);
  expect(passkeys).toMatchObject([{ name: 'My phone', isSyncable: false, lastUsedAt: null }]);
  expect(await listSubjects(me)).toEqual(['A passkey was added to your Countinghouse account']);
  expect(await listEntries(me, 'person.add-passkey')).toMatchObject([
    { chainId: me.businessId, after: { name: 'My phone', isSyncable: false } },
  ]);
  const now = addMilliseconds(testStart, minutesToMs(60));
  const { sessionId, personId, deviceId: device } = await submitPasskey(phone, {}, now);
  expect([personId, device]).toEqual([me.personId, deviceId]);
  const actor = await findPerson(sessionId, now);
  expect(actor?.email).toBe(me.email);
  if (actor !== null)
    await requireRecentAuthentication(createContext(actor, { clock: createFixedClock(now) }));
  expect((await listEntries(me, 'session.open')).at(-1)?.after).toMatchObject({ secondFactor: 'passkey' });
  expect((await listPasskeys(me.context)).passkeys[0]?.lastUsedAt).toBe(now);
});

test('keeps whether a passkey is synchronised, and accepts that it has no counter', async () => {
  const cloud = createAuthenticator({ isSyncable: true });
  expect((await registerPasskey(cloud, me)).passkeys).toMatchObject([{ isSyncable: true }]);
  await submitPasskey(cloud);
  await submitPasskey(cloud);
  const stored = await database().passkey.findFirstOrThrow({ where: { personId: me.personId } });
  expect([stored.counter, stored.isBackedUp]).toEqual([0n, true]);
});

test.each<[string, Behaviour]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host name', { host: 'evil.example' }],
  ['no verification of the person', { isVerified: false }],
  ['a forged signature', { isForged: true }],
  ['a counter that does not grow', { counter: 1 }],
  ['the handle of another person', { userHandle: Buffer.alloc(16).toString('base64url') }],
])('refuses a sign-in with %s, and audits it', async (_name, behaviour) => {
  const phone = createAuthenticator();
  await registerPasskey(phone, me);
  await expect(submitPasskey(phone, behaviour)).rejects.toMatchObject(signInRefusal);
  expect(await listEntries(me, 'session.refuse')).toHaveLength(1);
});

test('a challenge works once, for five minutes, and only for its purpose', async () => {
  const phone = createAuthenticator();
  await registerPasskey(phone, me);
  const { options } = await startPasskeySignIn(signInContext, createSender());
  await signInWithPasskey(signInContext, phone.sign(options), createSender());
  await expect(signInWithPasskey(signInContext, phone.sign(options), createSender())).rejects.toMatchObject(
    signInRefusal,
  );
  const second = await startPasskeySignIn(signInContext, createSender());
  const late = createSignInContext(createFixedClock(addMilliseconds(testStart, minutesToMs(5))));
  await expect(signInWithPasskey(late, phone.sign(second.options), createSender())).rejects.toMatchObject(
    signInRefusal,
  );
  const ofSession = await startPasskeyReauthentication(me.context, { businessId: me.businessId });
  if (ofSession.options === null) throw new Error('no passkey');
  await expect(
    signInWithPasskey(signInContext, phone.sign(ofSession.options), createSender()),
  ).rejects.toMatchObject(signInRefusal);
  const made = { challenge: Buffer.alloc(32, 1).toString('base64url') };
  await expect(signInWithPasskey(signInContext, phone.sign(made), createSender())).rejects.toMatchObject(
    signInRefusal,
  );
  // A failed attempt uses it up as well.
  const third = await startPasskeySignIn(signInContext, createSender());
  const wrong = phone.sign(third.options, { isForged: true });
  await expect(signInWithPasskey(signInContext, wrong, createSender())).rejects.toMatchObject(signInRefusal);
  await expect(
    signInWithPasskey(signInContext, phone.sign(third.options), createSender()),
  ).rejects.toMatchObject(signInRefusal);
});

test('refuses unknown passkeys, disabled people and invalid data with the same words', async () => {
  const before = await database().auditEntry.count({ where: { action: 'session.refuse' } });
  await expect(submitPasskey(createAuthenticator())).rejects.toMatchObject(signInRefusal);
  // Otherwise anyone could fill the audit log.
  expect(await database().auditEntry.count({ where: { action: 'session.refuse' } })).toBe(before);
  const phone = createAuthenticator();
  await registerPasskey(phone, me);
  await disablePerson(systemContext('operator'), me.personId);
  await expect(submitPasskey(phone)).rejects.toMatchObject(signInRefusal);
  for (const input of [null, {}, 'x', { ...phone.sign({ challenge: 'x' }), rawId: 'y', id: 'z' }])
    await expect(signInWithPasskey(signInContext, input, createSender())).rejects.toMatchObject(
      signInRefusal,
    );
});

test('signs in while strangers who guess passwords delay the account', async () => {
  const phone = createAuthenticator();
  await registerPasskey(phone, me);
  for (let n = 0; n < 12; n += 1)
    await signIn(
      signInContext,
      { email: me.email, password: 'wrong' },
      {
        ...createSender(`198.51.100.${n}`),
        knownDevice: async () => null,
      },
    ).catch(() => undefined);
  await expect(submitPasskey(phone)).resolves.toMatchObject({ personId: me.personId });
});

test('leaves no second step waiting for a person who is disabled during the password check', async () => {
  await registerPasskey(createAuthenticator(), me);
  const disabling = {
    ...createSender(),
    knownDevice: async () => {
      await disablePerson(signInContext, me.personId);
      return null;
    },
  };
  const credentials = { email: me.email, password: 'a quiet long password' };
  await expect(submitPassword(signInContext, credentials, disabling)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(await database().oneTimeToken.count({ where: { kind: 'sign-in', personId: me.personId } })).toBe(0);
});

test('leaves a valid audit log', async () => {
  expect((await verifyAudit()).breaches).toEqual([]);
});
