import 'server-only';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type * as z from 'zod';
import { requirePermission, storeFactorVerifiedAt } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createFirstRecoveryCodes, requireFullAuthentication } from '#lib/factors/index.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tPasskeys } from '#lib/messages/factors.ts';
import { lockPerson, writeAuditPerBusiness } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { ChallengeUse } from './challenge-store.ts';
import { consumeChallenge, createChallenge } from './challenge-store.ts';
import { challengeMinutes, maxPasskeys } from './model.ts';
import { listPasskeys } from './queries.ts';
import type { RelyingParty } from './relying-party.ts';
import { findRelyingParty } from './relying-party.ts';
import type { AddedPasskey, addPasskeyForm, ownPasskeysForm, Registration } from './schema.ts';
import { countPasskeys, findPasskeys, insertPasskey } from './store.ts';
import { toDescriptors } from './to-descriptors.ts';
import { readChallenge, toUserHandle } from './verify-assertion.ts';

/** EdDSA, ES256 and RS256, which every authenticator has one of. */
const algorithms = [-8, -7, -257];

const toUse = ({ actor }: Context<PersonActor>): ChallengeUse => ({
  purpose: 'register',
  sessionId: actor.sessionId,
});

function requireRelyingParty(): RelyingParty {
  const site = findRelyingParty();
  if (site === null) throw new Problem('conflict', tPasskeys('off'));
  return site;
}

/**
 * Starts adding a passkey: it signs in without an email address, and the device always verifies the person.
 *
 * @throws Problem 'reauthentication-required', and 'conflict' where browsers allow no passkeys
 */
export async function startPasskeyRegistration(
  context: Context<PersonActor>,
  { businessId }: z.output<typeof ownPasskeysForm>,
): Promise<{ readonly options: PublicKeyCredentialCreationOptionsJSON }> {
  requirePermission(context, businessId, 'account.use');
  await requireFullAuthentication(context);
  const site = requireRelyingParty();
  const { personId, email, name } = context.actor;
  const challenge = await createChallenge(toUse(context), context.clock.now());
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userID: toUserHandle(personId),
    userName: email,
    userDisplayName: name,
    challenge,
    attestationType: 'none',
    excludeCredentials: toDescriptors(await findPasskeys(personId)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    timeout: challengeMinutes * 60_000,
  });
  return { options };
}

async function verifyRegistration(context: Context<PersonActor>, registration: Registration) {
  const site = requireRelyingParty();
  const refused = () => new Problem('invalid', tPasskeys('add.refused'));
  const challenge = await readChallenge(registration.response.clientDataJSON);
  if (challenge === null || !(await consumeChallenge(challenge, toUse(context), context.clock.now())))
    throw refused();
  try {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (verified) return registrationInfo;
  } catch (thrown) {
    // The library throws for every check that fails.
    context.log.warn({ reason: thrown instanceof Error ? thrown.message : '' }, 'new passkey refused');
  }
  throw refused();
}

/**
 * Adds a passkey of the signed-in person. The person gets a mail, and recovery codes with a first factor. Password and
 * sessions stay.
 *
 * @throws Problem 'reauthentication-required', 'invalid' if the passkey can't be checked, and 'conflict' if it is
 * stored already or the person has 20
 */
export async function addPasskey(
  context: Context<PersonActor>,
  { businessId, name, registration }: z.output<typeof addPasskeyForm>,
): Promise<AddedPasskey> {
  requirePermission(context, businessId, 'account.use');
  await requireFullAuthentication(context);
  const { credential, credentialDeviceType, credentialBackedUp } = await verifyRegistration(
    context,
    registration,
  );
  const { personId, sessionId } = context.actor;
  const created = await inTransaction(async (transaction) => {
    const at = context.clock.now();
    const person = await lockPerson(transaction, personId);
    if (person === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
    if ((await countPasskeys(transaction, personId)) >= maxPasskeys)
      throw new Problem('conflict', tPasskeys('add.tooMany', { count: maxPasskeys }));
    const codes = await createFirstRecoveryCodes(transaction, context);
    const storedName = storableText(name);
    const isSyncable = credentialDeviceType === 'multiDevice';
    const passkeyId = await insertPasskey(transaction, {
      personId,
      name: storedName,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: registration.response.transports,
      isSyncable,
      isBackedUp: credentialBackedUp,
      at,
    });
    if (passkeyId === null) throw new Problem('conflict', tPasskeys('add.exists'));
    await storeFactorVerifiedAt(transaction, { sessionId, personId }, at);
    await queueSecurityNotice(transaction, { kind: 'passkeyAdded', personId, at });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.add-passkey',
      after: {
        passkeyId,
        name: storedName,
        isSyncable,
        ...(codes !== null && { unusedCodes: codes.recoveryCodes.length }),
      },
    });
    return codes;
  });
  return { ...(await listPasskeys(context)), recoveryCodes: created?.recoveryCodes ?? null };
}
