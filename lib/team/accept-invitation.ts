import 'server-only';
import type * as z from 'zod';
import { hashToken, isSingleSignOnRequired, isToken } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tInvitation } from '#lib/messages/access.ts';
import {
  addPerson,
  findAccount,
  hashPassword,
  notifyOwners,
  ownersChanged,
  recordEmailVerification,
  requirePasswordSignIn,
  requireStrongPassword,
  setAuditedRole,
} from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { StoredInvitation } from './invitation-store.ts';
import {
  findInvitation,
  hasMember,
  hasNoAccount,
  listFormerInviters,
  listOpenInvitationsByAddress,
  listUnownedBusinesses,
  lockInvitation,
  markAccepted,
} from './invitation-store.ts';
import type { acceptForm, InvitationView, joinForm } from './schema.ts';
import { recordAccessGrant } from './store.ts';

type State = InvitationView['state'];

const readState = (invitation: StoredInvitation | null, now: Instant): State => {
  if (invitation === null) return 'unknown';
  if (invitation.isAccepted) return 'accepted';
  if (invitation.isRevoked || !invitation.isInviterOwner) return 'revoked';
  if (invitation.accessEndsAt !== null && invitation.accessEndsAt <= now) return 'expired';
  return invitation.expiresAt > now ? 'open' : 'expired';
};

/** A set-up link works only while there is no account. */
const isSetUpOpen = async (state: State): Promise<boolean> =>
  state === 'open' && (await inTransaction(hasNoAccount));

/** Returns the invitation of a link. Anyone with the link may read it. It never contains the token. */
export async function readInvitation(token: string, now: Instant): Promise<InvitationView> {
  const invitation = isToken(token) ? await findInvitation(hashToken(token)) : null;
  const state = readState(invitation, now);
  if (invitation === null || state === 'unknown') return { state: 'unknown' };
  const { email, role, accessEndsAt: endsAt, businessName, inviterName, expiresAt } = invitation;
  if (email === null && state !== 'accepted' && !(await isSetUpOpen(state))) return { state: 'setUpEnded' };
  if (state === 'expired') return { state, businessName };
  if (state !== 'open') return { state };
  const hasAccount = email !== null && (await findAccount(email)) !== null;
  const isSingleSignOn = email !== null && isSingleSignOnRequired(email);
  return { state, email, role, endsAt, businessName, inviterName, expiresAt, hasAccount, isSingleSignOn };
}

/** Locks the invitation of a token. Throws Problem 'not-found' or 'conflict' unless it can be accepted now. */
async function lockOpenInvitation(
  transaction: Transaction,
  token: string,
  now: Instant,
): Promise<StoredInvitation> {
  const invitation = isToken(token)
    ? await lockInvitation(transaction, { tokenHash: hashToken(token) })
    : null;
  const state = readState(invitation, now);
  if (invitation === null || state === 'unknown')
    throw new Problem('not-found', tInvitation('state.unknown.title'));
  if (state !== 'open') throw new Problem('conflict', tInvitation(`state.${state}.title`));
  const { businessId, email } = invitation;
  if (email === null && !(await hasNoAccount(transaction)))
    throw new Problem('conflict', tInvitation('state.setUpEnded.title'));
  if (email !== null && (await hasMember(transaction, businessId, email)))
    throw new Problem('conflict', tInvitation('problem.isMember'));
  return invitation;
}

/** Gives the person the role of the invitation and ends the invitation. Records who gave the access. The owners get a mail. */
async function settle(
  transaction: Transaction,
  context: Context<Actor>,
  invitation: StoredInvitation,
  personId: PersonId,
): Promise<void> {
  const { invitationId, businessId, role, accessEndsAt: endsAt, email, invitedBy, delivery } = invitation;
  const at = context.clock.now();
  await setAuditedRole(transaction, context, { personId, businessId, role, endsAt });
  // Otherwise an inviter could have another owner renew the invitation, and then approve for the invited person.
  const former = email === null ? [] : await listFormerInviters(transaction, businessId, email);
  for (const grantedBy of new Set([invitedBy, ...former]))
    await recordAccessGrant(transaction, { businessId, personId, grantedBy, kind: 'invitation', at });
  await markAccepted(transaction, invitationId, personId, at);
  await notifyOwners(
    transaction,
    context,
    { businessId, personIds: [personId] },
    role === 'owner' ? ownersChanged : { kind: 'accessGiven', how: 'joined', role, people: 1 },
  );
  await writeAudit(transaction, context, {
    businessId,
    action: 'invitation.accept',
    objectType: 'invitation',
    objectId: invitationId,
    after: { email, role, delivery, personId, invitedBy },
  });
}

type Joined = { readonly businessId: BusinessId };

/**
 * Accepts an invitation as the signed-in person, whose address must be that of the invitation.
 *
 * @throws Problem 'not-found', 'conflict', and 'forbidden' for another person
 */
export async function acceptInvitation(
  context: Context<PersonActor>,
  { token }: z.output<typeof acceptForm>,
): Promise<Joined> {
  const { actor, clock } = context;
  return inTransaction(async (transaction) => {
    const invitation = await lockOpenInvitation(transaction, token, clock.now());
    const email = invitation.email ?? '';
    if (email !== actor.email) throw new Problem('forbidden', tInvitation('problem.otherPerson', { email }));
    await settle(transaction, context, invitation, actor.personId);
    if (invitation.delivery === 'mail')
      await recordEmailVerification(transaction, actor.personId, clock.now());
    return { businessId: invitation.businessId };
  });
}

/**
 * Accepts every open invitation of an address whose person has just proved it. Called in the transaction that creates
 * their account. Returns the businesses.
 */
export async function acceptByVerifiedEmail(
  transaction: Transaction,
  context: Context<SystemActor>,
  { email, personId }: { readonly email: string; readonly personId: PersonId },
): Promise<readonly BusinessId[]> {
  const businessIds: BusinessId[] = [];
  for (const by of await listOpenInvitationsByAddress(transaction, email)) {
    const invitation = await lockInvitation(transaction, by);
    if (invitation === null || readState(invitation, context.clock.now()) !== 'open') continue;
    await settle(transaction, context, invitation, personId);
    businessIds.push(invitation.businessId);
  }
  return businessIds;
}

const missingEmail = () =>
  new Problem('invalid', tInvitation('problem.emailMissing'), {
    fieldErrors: { email: [tInvitation('problem.emailMissing')] },
  });

/**
 * Accepts an invitation by creating the account of its address. For people without a session; the token is the only
 * proof. A copied link proves no address, a mailed one does. The set-up link creates the first account with the typed
 * address, which owns every business without an owner.
 *
 * @throws Problem 'not-found', and 'conflict' if the invitation ended, or the address has an account or must use single
 * sign-on
 */
export async function joinByInvitation(
  context: Context<SystemActor>,
  { token, name, password, email: typed }: z.output<typeof joinForm>,
): Promise<Joined> {
  const now = context.clock.now();
  // Checked before the slow hash, so that invalid links cost nothing. Checked again below.
  const view = await readInvitation(token, now);
  if (view.state === 'unknown') throw new Problem('not-found', tInvitation('state.unknown.title'));
  if (view.state !== 'open') throw new Problem('conflict', tInvitation(`state.${view.state}.title`));
  requirePasswordSignIn(view.email ?? typed ?? '');
  const unowned = view.email === null ? await inTransaction(listUnownedBusinesses) : [];
  const businessNames = [view.businessName, ...unowned.map((business) => business.name)];
  await requireStrongPassword({ name, email: view.email ?? typed ?? '', businessNames }, password);
  const passwordHash = await hashPassword(password);
  return inTransaction(async (transaction) => {
    const invitation = await lockOpenInvitation(transaction, token, now);
    const { delivery, businessId } = invitation;
    const email = invitation.email ?? typed;
    if (email === undefined) throw missingEmail();
    const emailVerifiedAt = delivery === 'mail' ? now : null;
    const personId = await addPerson(transaction, context, {
      email,
      name: storableText(name),
      passwordHash,
      emailVerifiedAt,
    });
    if (personId === null) throw new Problem('conflict', tInvitation('problem.hasAccount'));
    await settle(transaction, context, invitation, personId);
    if (invitation.email === null)
      for (const { id } of await listUnownedBusinesses(transaction))
        await setAuditedRole(transaction, context, { personId, businessId: id, role: 'owner' });
    return { businessId };
  });
}
