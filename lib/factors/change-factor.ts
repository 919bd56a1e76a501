import 'server-only';
import type * as z from 'zod';
import {
  endPendingSignIns,
  endPersonSessions,
  requirePermission,
  requireRecentAuthentication,
  takeAccountBack,
} from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tFactorProblems } from '#lib/messages/factors.ts';
import { lockPerson, writeAuditPerBusiness } from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { lockSetting, storeSetting } from '#lib/proposals/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { checkFactor, codeMissing } from './check-factor.ts';
import { readFactorNeed } from './queries.ts';
import { requireFullAuthentication } from './reauthenticate.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { roleProposals } from './role-proposals.ts';
import type {
  ownDevicesForm,
  ownFactorForm,
  RecoveryCodes,
  RequiredRoles,
  replaceRecoveryCodesForm,
  requireFactorForm,
} from './schema.ts';
import {
  deletePasskeys,
  deleteRecoveryCodesAndDevices,
  deleteRememberedDevices,
  deleteTotp,
  hasFactor,
  hasTotp,
  storeDueAt,
  storeExemption,
  storeRecoveryCodes,
} from './store.ts';

async function requireOwnFactor(
  transaction: Transaction,
  personId: PersonId,
  has: (transaction: Transaction, personId: PersonId) => Promise<boolean>,
) {
  const person = await lockPerson(transaction, personId);
  if (person === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
  if (!(await has(transaction, personId))) throw new Problem('conflict', tFactorProblems('changedMeanwhile'));
  return person;
}

/**
 * Creates recovery codes, in the caller's transaction, for a person who adds a first factor of another room. The person's
 * row is locked. Returns null if they have a factor already.
 */
export async function createFirstRecoveryCodes(
  transaction: Transaction,
  context: Context<PersonActor>,
): Promise<RecoveryCodes | null> {
  const { personId } = context.actor;
  if (await hasFactor(transaction, personId)) return null;
  const codes = createRecoveryCodes();
  await storeRecoveryCodes(transaction, { personId, codes, at: context.clock.now() });
  return { recoveryCodes: codes };
}

/** People with an app enter a code. People with passkeys only must have verified one in this session. */
async function requireFactorProof(context: Context<PersonActor>, code: string | undefined): Promise<void> {
  const { personId } = context.actor;
  if (!(await readFactorNeed(personId)).hasTotp) return requireFullAuthentication(context);
  await requireRecentAuthentication(context);
  if (code === undefined) throw codeMissing();
  await checkFactor(context, { personId, device: null }, { kind: 'code', code });
}

/**
 * Creates new recovery codes for the signed-in person. The former ones stop working.
 *
 * @throws Problem 'reauthentication-required', 'invalid' at the field `code`, 'throttled', and 'conflict' after a
 * concurrent change
 */
export async function replaceRecoveryCodes(
  context: Context<PersonActor>,
  { businessId, code }: z.output<typeof replaceRecoveryCodesForm>,
): Promise<RecoveryCodes> {
  requirePermission(context, businessId, 'account.use');
  const { personId } = context.actor;
  await requireFactorProof(context, code);
  return inTransaction(async (transaction) => {
    const person = await requireOwnFactor(transaction, personId, hasFactor);
    const at = context.clock.now();
    const codes = createRecoveryCodes();
    await storeRecoveryCodes(transaction, { personId, codes, at });
    await queueSecurityNotice(transaction, { kind: 'recoveryCodesReplaced', personId, at });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.recovery-codes',
      after: { unusedCodes: codes.length },
    });
    return { recoveryCodes: codes };
  });
}

/**
 * Removes the app of the signed-in person. Passkeys stay, and recovery codes stay with them. All other sessions end.
 *
 * @throws Problem 'reauthentication-required', 'conflict' if a role of the person needs the factor, 'invalid' at the field `code`, and 'throttled'
 */
export async function removeFactor(
  context: Context<PersonActor>,
  { businessId, code }: z.output<typeof ownFactorForm>,
): Promise<{ readonly endedSessions: number }> {
  requirePermission(context, businessId, 'account.use');
  const { personId, sessionId } = context.actor;
  if ((await readFactorNeed(personId)).isRequired) throw new Problem('conflict', tFactorProblems('required'));
  await requireRecentAuthentication(context);
  await checkFactor(context, { personId, device: null }, { kind: 'code', code });
  return inTransaction(async (transaction) => {
    const person = await requireOwnFactor(transaction, personId, hasTotp);
    const at = context.clock.now();
    await deleteTotp(transaction, personId, at);
    const keepsPasskey = await hasFactor(transaction, personId);
    if (!keepsPasskey) await deleteRecoveryCodesAndDevices(transaction, personId);
    const options = { except: sessionId, reason: 'factor' } as const;
    const endedSessions = await endPersonSessions(transaction, personId, at, options);
    const kind = keepsPasskey ? 'appRemoved' : 'factorRemoved';
    await queueSecurityNotice(transaction, { kind, personId, at });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.remove-factor',
      after: { endedSessions },
    });
    return { endedSessions };
  });
}

/** Forgets the browsers in which the signed-in person need not give the second factor. */
export async function forgetDevices(
  context: Context<PersonActor>,
  { businessId }: z.output<typeof ownDevicesForm>,
): Promise<{ readonly devices: number }> {
  requirePermission(context, businessId, 'account.use');
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    const devices = await deleteRememberedDevices(transaction, personId);
    if (devices > 0)
      await writeAudit(transaction, context, {
        businessId: null,
        action: 'person.forget-devices',
        objectType: 'person',
        objectId: personId,
        after: { devices },
      });
    return { devices };
  });
}

/**
 * Removes the second factor and the passkeys of a person who lost them, in the caller's transaction, after the caller has checked who may
 * do it. The caller also writes the audit entry. All sessions and API tokens end, and the person gets a mail. If a role needs a factor,
 * the next sign-in leads to its set-up without days of grace. Returns null if there was no factor.
 */
export async function resetFactor(
  transaction: Transaction,
  context: Context<Actor>,
  personId: PersonId,
): Promise<{
  readonly endedSessions: number;
  readonly endedTokens: number;
  readonly passkeys: number;
} | null> {
  const at = context.clock.now();
  const hadTotp = await deleteTotp(transaction, personId, at);
  const passkeys = await deletePasskeys(transaction, personId);
  await deleteRecoveryCodesAndDevices(transaction, personId);
  if (!hadTotp && passkeys === 0) return null;
  await storeDueAt(transaction, personId, { dueAt: at, onlyFirst: false });
  const { endedSessions, endedTokens } = await takeAccountBack(transaction, personId, at, 'factor');
  await queueSecurityNotice(transaction, { kind: 'factorReset', personId, at });
  return { endedSessions, endedTokens, passkeys };
}

/**
 * Records, in the caller's transaction, that a person removed a factor of another room. If it was the last one, sign-ins
 * that wait for it end. If a role needs a factor, no new days of grace start.
 */
export async function recordFactorRemoval(
  transaction: Transaction,
  context: Context<PersonActor>,
  { isRequired }: { readonly isRequired: boolean },
): Promise<void> {
  const { personId } = context.actor;
  if (await hasFactor(transaction, personId)) return;
  const at = context.clock.now();
  await endPendingSignIns(transaction, personId, at);
  await deleteRecoveryCodesAndDevices(transaction, personId);
  if (isRequired) await storeDueAt(transaction, personId, { dueAt: at, onlyFirst: true });
}

/**
 * Adds roles that need a second factor at a business. Roles that need one already stay: fewer ones take two owners
 * (`proposeFewerRoles`).
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function requireFactor(
  context: Context<PersonActor>,
  { businessId: business, roles }: z.output<typeof requireFactorForm>,
): Promise<RequiredRoles> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  return inTransaction(async (transaction) => {
    const before = await lockSetting(transaction, roleProposals, { businessId });
    const after = [...new Set([...before, ...roles])].sort();
    await storeSetting(transaction, roleProposals, { businessId }, after);
    if (after.length > before.length)
      await writeAudit(transaction, context, {
        businessId,
        action: 'business.require-factor',
        objectType: 'business',
        objectId: businessId,
        before: { roles: [...before].sort() },
        after: { roles: after },
      });
    return { roles: after };
  });
}

/** Exempts a demo person of the sandbox from required factors. For the set-up of the sandbox. */
export const exemptDemoPerson = (context: Context<SystemActor>, personId: PersonId): Promise<void> =>
  inTransaction(async (transaction) => {
    if (!(await storeExemption(transaction, personId))) return;
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'person.exempt-factor',
      objectType: 'person',
      objectId: personId,
      after: { exempt: true },
    });
  });
