import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication, resetFactor } from '#lib/factors/index.ts';
import { tFactorProblems } from '#lib/messages/factors.ts';
import { lockPerson, notifyOwners, writeAuditPerBusiness } from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { memberForm } from './schema.ts';
import { findActingPerson, lockOwnedAccount, recordAccessGrant } from './store.ts';

/** Resets a factor, records it and queues mails to the owners. Returns false if there was no factor. */
async function reset(
  transaction: Transaction,
  context: Context<Actor>,
  personId: PersonId,
): Promise<boolean> {
  const person = await lockPerson(transaction, personId);
  const outcome = person === null ? null : await resetFactor(transaction, context, personId);
  if (person === null || outcome === null) return false;
  const grant = {
    personId,
    grantedBy: findActingPerson(context),
    kind: 'factor',
    at: context.clock.now(),
  } as const;
  for (const businessId of person.businessIds) await recordAccessGrant(transaction, { ...grant, businessId });
  await writeAuditPerBusiness(transaction, context, person, {
    action: 'person.reset-factor',
    after: outcome,
  });
  for (const businessId of person.businessIds)
    await notifyOwners(
      transaction,
      context,
      { businessId, personIds: [personId] },
      { kind: 'accessGiven', how: 'factorReset' },
    );
  return true;
}

/**
 * Removes the second factor of a member who lost it. The member's sessions end. An account belongs to every business of
 * its person, so the owner must own all of them. For 72 hours the member and this owner can't approve each other's proposals.
 *
 * @throws Problem 'reauthentication-required', 'not-found', 'invalid' for oneself, 'forbidden' if another business relies
 * on the account, and 'conflict' without a second factor
 */
export async function resetMemberFactor(
  context: Context<PersonActor>,
  input: z.output<typeof memberForm>,
): Promise<{ readonly changed: true }> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction(async (transaction) => {
    const personId = await lockOwnedAccount(
      transaction,
      context,
      { ...input, businessId },
      { self: tFactorProblems('resetSelf'), foreign: tFactorProblems('foreignBusiness') },
    );
    if (!(await reset(transaction, context, personId)))
      throw new Problem('conflict', tFactorProblems('noFactor'));
    return { changed: true };
  });
}

/** Does the same for an operator. Returns false if there was no second factor. */
export const resetFactorAsOperator = (
  context: Context<SystemActor>,
  personId: PersonId,
): Promise<{ readonly changed: boolean }> =>
  inTransaction(async (transaction) => ({ changed: await reset(transaction, context, personId) }));
