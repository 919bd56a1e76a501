import 'server-only';
import { isBreakGlassAddress, refundSingleSignOn, takeAccountBack } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import type { Account, SignedIn, SignInSender } from '#lib/people/index.ts';
import {
  addPerson,
  createUnusableHash,
  findAccount,
  findAccountById,
  isEmailVerified,
  isNewDevice,
  lockPerson,
  openPersonSession,
  recognizeDevice,
  recordEmailVerification,
  setPasswordHash,
  writeAuditPerBusiness,
} from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { countSignIn } from '#lib/platform/metrics.ts';
import { acceptByVerifiedEmail } from '#lib/team/index.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { Identity, ProviderAnswer } from './identity.ts';
import { IdentityRefusal, readIdentity, requireLinkableAddress } from './identity.ts';
import type { ProviderSubject } from './identity-store.ts';
import { findIdentity, findLinkedPerson, insertIdentity, touchIdentity } from './identity-store.ts';
import { SingleSignOnError } from './problem.ts';
import { removeUnverifiedFactors } from './remove-unverified-factors.ts';
import { identityClaims } from './schema.ts';
import type { SingleSignOnSettings } from './settings.ts';

const method = 'single-sign-on';
const maxNameLength = 120;

/** Older than every session: the time of the sign-in at the provider is unknown. */
const unknownTime = instant(0);

async function open(
  transaction: Transaction,
  context: Context<SystemActor>,
  account: Pick<Account, 'personId' | 'email' | 'name'>,
  { authenticatedAt }: Identity,
  sender: SignInSender,
  device: { readonly knownDevice: string | null; readonly isNewDevice: boolean },
): Promise<SignedIn> {
  const session = await openPersonSession(
    transaction,
    context,
    account,
    {
      address: sender.address,
      userAgent: sender.userAgent,
      authenticatedAt: authenticatedAt ?? unknownTime,
      ...device,
    },
    { method },
  );
  if (session === null) throw new IdentityRefusal('disabled', account.personId);
  return session;
}

async function findDevice(context: Context<SystemActor>, account: Account, sender: SignInSender) {
  const knownDevice = recognizeDevice(account, await sender.knownDevice(account.personId));
  return { knownDevice, isNewDevice: await isNewDevice(account, knownDevice, context.clock.now()) };
}

/** Opens a session for a person whose identity is linked. Their address at the provider doesn't matter any more. */
async function openLinked(
  context: Context<SystemActor>,
  personId: PersonId,
  identity: Identity,
  sender: SignInSender,
): Promise<SignedIn> {
  const account = await findAccountById(personId);
  if (account === null || account.isDisabled) throw new IdentityRefusal('disabled', personId);
  const device = await findDevice(context, account, sender);
  return inTransaction(async (transaction) => {
    await lockPerson(transaction, personId);
    if (!(await touchIdentity(transaction, identity, personId, context.clock.now())))
      throw new SingleSignOnError('restart', 'the identity was unlinked meanwhile');
    return open(transaction, context, account, identity, sender, device);
  });
}

type RemovedAccess = {
  readonly endedSessions: number;
  readonly endedTokens: number;
  readonly replacedPassword: boolean;
};

/**
 * Removes every other way into an account whose address was never verified: the person who joined by a copied link may be
 * someone else. A break-glass address keeps its password. Returns null for a verified address.
 */
async function removeUnprovedAccess(
  transaction: Transaction,
  context: Context<SystemActor>,
  { personId, email }: { readonly personId: PersonId; readonly email: string },
  passwordHash: string,
): Promise<RemovedAccess | null> {
  if (await isEmailVerified(transaction, personId)) return null;
  const at = context.clock.now();
  const { endedSessions, endedTokens } = await takeAccountBack(transaction, personId, at);
  const removed = await removeUnverifiedFactors(transaction, context, personId);
  const replacedPassword = !isBreakGlassAddress(email);
  if (replacedPassword) await setPasswordHash(transaction, personId, { passwordHash, at });
  return { ...removed, endedSessions, endedTokens, replacedPassword };
}

async function link(
  transaction: Transaction,
  context: Context<SystemActor>,
  { issuer, subject }: ProviderSubject,
  { personId, email }: { readonly personId: PersonId; readonly email: string },
  removed: RemovedAccess | null = null,
): Promise<void> {
  const at = context.clock.now();
  if (!(await insertIdentity(transaction, { personId, issuer, subject, email, at })))
    throw new IdentityRefusal('linked-otherwise', personId);
  const businessIds = (await lockPerson(transaction, personId))?.businessIds ?? [];
  await writeAuditPerBusiness(
    transaction,
    context,
    { personId, businessIds },
    { action: 'person.link-identity', after: { issuer, subject, email, ...removed } },
  );
}

/**
 * Links the account that has the verified address, once. Its person gets a mail. If the address wasn't verified before, no
 * other way into the account stays.
 */
async function linkAndOpen(
  context: Context<SystemActor>,
  account: Account,
  identity: Identity,
  sender: SignInSender,
): Promise<SignedIn> {
  const { personId, email } = account;
  if (account.isDisabled) throw new IdentityRefusal('disabled', personId);
  const device = await findDevice(context, account, sender);
  const passwordHash = await createUnusableHash();
  return inTransaction(async (transaction) => {
    await lockPerson(transaction, personId);
    // The person may have changed the address, or signed in from another window, before the lock.
    if ((await findAccountById(personId))?.email !== email)
      throw new SingleSignOnError('restart', 'the address of the account changed meanwhile');
    const existing = await findIdentity(personId, identity.issuer);
    if (existing !== null && existing.subject !== identity.subject)
      throw new IdentityRefusal('linked-otherwise', personId);
    if (existing === null) {
      const removed = await removeUnprovedAccess(transaction, context, account, passwordHash);
      await link(transaction, context, identity, { personId, email }, removed);
      await recordEmailVerification(transaction, personId, context.clock.now());
      await queueSecurityNotice(transaction, {
        kind: 'identityLinked',
        personId,
        at: context.clock.now(),
      });
    }
    return open(transaction, context, account, identity, sender, device);
  });
}

const readName = ({ claims }: Identity, email: string): string => {
  const name = storableText(claims.name ?? '')
    .trim()
    .slice(0, maxNameLength)
    .trim();
  return name === '' ? email.slice(0, email.lastIndexOf('@')).slice(0, maxNameLength) : name;
};

/** Creates an account without a usable password for a person with an invitation, and accepts it. */
async function provisionAndOpen(
  context: Context<SystemActor>,
  identity: Identity,
  email: string,
  sender: SignInSender,
): Promise<SignedIn> {
  const passwordHash = await createUnusableHash();
  const name = readName(identity, email);
  return inTransaction(async (transaction) => {
    const emailVerifiedAt = context.clock.now();
    const personId = await addPerson(transaction, context, { email, name, passwordHash, emailVerifiedAt });
    if (personId === null) throw new SingleSignOnError('restart', 'the account was created meanwhile');
    const joined = await acceptByVerifiedEmail(transaction, context, { email, personId });
    if (joined.length === 0) throw new IdentityRefusal('not-invited');
    await link(transaction, context, identity, { personId, email });
    return open(transaction, context, { personId, email, name }, identity, sender, {
      knownDevice: null,
      isNewDevice: false,
    });
  });
}

async function choose(
  context: Context<SystemActor>,
  identity: Identity,
  settings: SingleSignOnSettings,
  sender: SignInSender,
): Promise<SignedIn> {
  const personId = await findLinkedPerson(identity);
  if (personId !== null) return openLinked(context, personId, identity, sender);
  const email = requireLinkableAddress(identity, settings);
  const account = await findAccount(email);
  return account === null
    ? provisionAndOpen(context, identity, email, sender)
    : linkAndOpen(context, account, identity, sender);
}

async function auditRefusal(
  context: Context<SystemActor>,
  { reason, personId }: IdentityRefusal,
  input: unknown,
  { address, userAgent }: SignInSender,
): Promise<void> {
  const claims = identityClaims.safeParse(input).data;
  const text = (value: string | undefined) =>
    value === undefined ? null : storableText(value.slice(0, 320));
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: null,
      action: 'session.refuse',
      objectType: 'person',
      objectId: personId ?? '',
      after: { method, reason, subject: text(claims?.sub), email: text(claims?.email), address, userAgent },
    }),
  );
}

/**
 * Opens a session for the person of verified claims: by the subject if it is linked, else by the verified address of an
 * account or an invitation. The session counts as authenticated when the person signed in at the provider.
 *
 * @throws SingleSignOnError, with the same problem for everyone who may not sign in
 */
export async function signInWithIdentity(
  context: Context<SystemActor>,
  answer: ProviderAnswer,
  settings: SingleSignOnSettings,
  sender: SignInSender,
): Promise<SignedIn> {
  try {
    const session = await choose(context, readIdentity(answer, settings), settings, sender);
    countSignIn('opened');
    await refundSingleSignOn(sender.address);
    return session;
  } catch (thrown) {
    if (!(thrown instanceof IdentityRefusal)) throw thrown;
    countSignIn('wrong');
    await auditRefusal(context, thrown, answer.claims, sender);
    throw new SingleSignOnError('refused', thrown.reason);
  }
}
