import 'server-only';
import type * as z from 'zod';
import { describeApprovalBlocks, findApprovalBlocks, requirePermission } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { tTeamAddress } from '#lib/messages/team.ts';
import {
  isEmailVerified,
  lockPerson,
  recordEmailVerification,
  writeAuditPerBusiness,
} from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { memberForm } from './schema.ts';
import { isInviter, lockOwnedAccount } from './store.ts';

/** Records that the account belongs to the person of its address. Returns false if that is recorded already. */
async function verify(
  transaction: Transaction,
  context: Context<Actor>,
  personId: PersonId,
): Promise<{ readonly changed: boolean }> {
  const person = await lockPerson(transaction, personId);
  if (person === null || (await isEmailVerified(transaction, personId))) return { changed: false };
  await recordEmailVerification(transaction, personId, context.clock.now());
  await writeAuditPerBusiness(transaction, context, person, {
    action: 'person.verify-address',
    before: { verified: false },
    after: { verified: true },
  });
  return { changed: true };
}

/**
 * Requires an owner who could approve proposals of the person, and who never invited them. Otherwise an inviter could
 * verify an account that they opened themselves, or have another such account do it.
 *
 * @throws Problem 'conflict'
 */
async function requireVerifier(
  transaction: Transaction,
  { actor, clock }: Context<PersonActor>,
  businessId: BusinessId,
  personId: PersonId,
): Promise<void> {
  if (await isInviter(transaction, { personId, invitedBy: actor.personId }))
    throw new Problem('conflict', tTeamAddress('problem.inviter'));
  const people = { businessId, proposers: [personId], approver: actor.personId };
  const blocks = (await findApprovalBlocks(transaction, people, clock.now())).get(personId) ?? [];
  if (blocks.length > 0)
    throw new Problem('conflict', `${tTeamAddress('problem.dependent')} ${describeApprovalBlocks(blocks)}`);
}

/**
 * Verifies the address of a member who joined by a copied link, as another owner who knows that the account is theirs.
 * An account belongs to every business of its person, so the acting owner must own all of them.
 *
 * @throws Problem 'reauthentication-required', 'not-found', 'invalid' for oneself, 'conflict' for the inviter and for an
 * owner who couldn't approve proposals of the member, and 'forbidden' if another business relies on the account
 */
export async function verifyAddress(
  context: Context<PersonActor>,
  input: z.output<typeof memberForm>,
): Promise<{ readonly changed: boolean }> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction(async (transaction) => {
    const personId = await lockOwnedAccount(
      transaction,
      context,
      { ...input, businessId },
      { self: tTeamAddress('problem.self'), foreign: tTeamAddress('problem.foreign') },
    );
    await requireVerifier(transaction, context, businessId, personId);
    return verify(transaction, context, personId);
  });
}

/** Does the same for an operator, for businesses without a mail server and without another owner. */
export const verifyAddressAsOperator = (
  context: Context<SystemActor>,
  personId: PersonId,
): Promise<{ readonly changed: boolean }> =>
  inTransaction((transaction) => verify(transaction, context, personId));
