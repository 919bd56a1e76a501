import { beforeEach, expect, test } from 'vitest';
import { requireRecentAuthentication } from '#lib/access/index.ts';
import { findPerson } from '#lib/access/session-store.ts';
import { verifyAudit } from '#lib/audit/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { setMailServer, testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { addPasskey, startPasskeyRegistration } from './add-passkey.ts';
import { removePasskey, renamePasskey } from './change-passkey.ts';
import { reauthenticateWithPasskey, startPasskeyReauthentication } from './reauthenticate-with-passkey.ts';
import type { SignedInPerson } from './testing/person.ts';
import {
  createAuthenticator,
  listEntries,
  listSubjects,
  minutesToMs,
  newPerson,
  registerPasskey,
  signInRefusal,
  submitPasskey,
  testStart,
  withFixedClock,
} from './testing/person.ts';

testPasswords.isHashFake = true;

setMailServer();

let me: SignedInPerson;
beforeEach(async () => {
  me = await newPerson();
});

test('a removed passkey no longer signs in, and other sessions stay', async () => {
  const phone = createAuthenticator();
  const { passkeys } = await registerPasskey(phone, me);
  const [passkey] = passkeys;
  if (passkey === undefined) throw new Error('no passkey');
  const { businessId, context } = me;
  const { passkeyId } = passkey;
  expect((await renamePasskey(context, { businessId, passkeyId, name: 'Old phone' })).passkeys).toMatchObject(
    [{ name: 'Old phone' }],
  );
  const { sessionId } = await submitPasskey(phone);
  expect(await removePasskey(context, { businessId, passkeyId })).toEqual({ passkeys: [] });
  await expect(submitPasskey(phone)).rejects.toMatchObject(signInRefusal);
  expect(await findPerson(sessionId, testStart)).not.toBeNull();
  expect(await listSubjects(me)).toContain('A passkey was removed from your Countinghouse account');
  expect(await listEntries(me, 'person.remove-passkey')).toMatchObject([
    { before: { passkeyId, name: 'Old phone' } },
  ]);
  expect(await listEntries(me, 'person.rename-passkey')).toHaveLength(1);
});

test('refuses to change the passkey of another person', async () => {
  const { passkeys } = await registerPasskey(createAuthenticator(), me);
  const passkeyId = passkeys[0]?.passkeyId ?? '';
  const { context, businessId } = await newPerson();
  const unknown = { code: 'not-found' };
  await expect(renamePasskey(context, { businessId, passkeyId, name: 'Mine' })).rejects.toMatchObject(
    unknown,
  );
  await expect(removePasskey(context, { businessId, passkeyId })).rejects.toMatchObject(unknown);
  const foreign = { businessId: me.businessId };
  await expect(startPasskeyRegistration(context, foreign)).rejects.toMatchObject(unknown);
});

test('adding and removing need a recent authentication', async () => {
  const { passkeys } = await registerPasskey(createAuthenticator(), me);
  const { businessId } = me;
  const stale = withFixedClock(me.context, addMilliseconds(testStart, minutesToMs(16)));
  const required = { code: 'reauthentication-required' };
  await expect(startPasskeyRegistration(stale, { businessId })).rejects.toMatchObject(required);
  const passkeyId = passkeys[0]?.passkeyId ?? '';
  await expect(removePasskey(stale, { businessId, passkeyId })).rejects.toMatchObject(required);
});

test('with another factor, adding and removing need that factor too', async () => {
  const { passkeys } = await registerPasskey(createAuthenticator(), me);
  const { businessId, context } = me;
  const passkeyId = passkeys[0]?.passkeyId ?? '';
  // The same person in a session that a password, a remembered browser or single sign-on opened.
  await databasePool().query('UPDATE session SET factor_proved_at = NULL WHERE id = $1', [
    context.actor.sessionId,
  ]);
  const required = { code: 'reauthentication-required' };
  await expect(startPasskeyRegistration(context, { businessId })).rejects.toMatchObject(required);
  await expect(registerPasskey(createAuthenticator(), me)).rejects.toMatchObject(required);
  await expect(removePasskey(context, { businessId, passkeyId })).rejects.toMatchObject(required);
  await databasePool().query('UPDATE session SET factor_proved_at = $2 WHERE id = $1', [
    context.actor.sessionId,
    new Date(addMilliseconds(testStart, -minutesToMs(16))),
  ]);
  await expect(removePasskey(context, { businessId, passkeyId })).rejects.toMatchObject(required);
  expect((await listEntries(me, 'person.remove-passkey')).length).toBe(0);
});

test('refuses to store the same passkey twice, and one that does not verify its person', async () => {
  const phone = createAuthenticator();
  await registerPasskey(phone, me);
  await expect(registerPasskey(phone, me)).rejects.toMatchObject({ code: 'conflict' });
  await expect(registerPasskey(phone, await newPerson())).rejects.toMatchObject({ code: 'conflict' });
  for (const behaviour of [
    { isVerified: false },
    { origin: 'https://evil.example' },
    { host: 'evil.example' },
  ])
    await expect(registerPasskey(createAuthenticator(), me, behaviour)).rejects.toMatchObject({
      code: 'invalid',
    });
  // A challenge of another session doesn't count.
  const other = await newPerson();
  const { options } = await startPasskeyRegistration(other.context, { businessId: other.businessId });
  const registration = createAuthenticator().create(options);
  const { businessId } = me;
  await expect(addPasskey(me.context, { businessId, name: 'x', registration })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('confirms the person of this session, for 15 minutes', async () => {
  const phone = createAuthenticator();
  await registerPasskey(phone, me);
  const { businessId } = me;
  const now = addMilliseconds(testStart, minutesToMs(20));
  const context = withFixedClock(me.context, now);
  await expect(requireRecentAuthentication(context)).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
  const { options } = await startPasskeyReauthentication(context, { businessId });
  if (options === null) throw new Error('no passkey');
  expect(options.allowCredentials?.map(({ id }) => id)).toEqual([phone.credentialId]);
  await reauthenticateWithPasskey(context, { businessId, assertion: phone.sign(options) });
  await requireRecentAuthentication(context);
  expect((await listEntries(me, 'session.reauthenticate'))[0]?.after).toMatchObject({ method: 'passkey' });
});

test('a passkey of another person confirms nothing', async () => {
  const [mine, theirs] = [createAuthenticator(), createAuthenticator()];
  const other = await newPerson();
  await registerPasskey(mine, me);
  await registerPasskey(theirs, other);
  const { businessId, context } = me;
  const { options } = await startPasskeyReauthentication(context, { businessId });
  if (options === null) throw new Error('no passkey');
  await expect(
    reauthenticateWithPasskey(context, { businessId, assertion: theirs.sign(options) }),
  ).rejects.toMatchObject({ code: 'invalid' });
  expect(await listEntries(me, 'session.refuse-reauthentication')).toHaveLength(1);
  const withoutPasskey = await newPerson();
  expect(
    await startPasskeyReauthentication(withoutPasskey.context, { businessId: withoutPasskey.businessId }),
  ).toEqual({ options: null });
});

test('leaves a valid audit log', async () => {
  expect((await verifyAudit()).breaches).toEqual([]);
});
