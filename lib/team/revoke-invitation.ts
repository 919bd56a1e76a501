import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tTeam } from '#lib/messages/team.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { lockInvitation, revokeInvitations } from './invitation-store.ts';
import type { revokeForm } from './schema.ts';
import { lockTeam } from './store.ts';

/**
 * Revokes an invitation, so that its link no longer works.
 *
 * @throws Problem 'not-found', and 'conflict' if it was accepted or revoked before
 */
export async function revokeInvitation(
  context: Context<PersonActor>,
  { businessId: business, invitationId }: z.output<typeof revokeForm>,
): Promise<{ readonly revoked: true }> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  return inTransaction(async (transaction) => {
    await lockTeam(transaction, context, businessId, []);
    const invitation = await lockInvitation(transaction, { invitationId, businessId });
    if (invitation === null) throw new Problem('not-found', tTeam('problem.noInvitation'));
    const revoked = await revokeInvitations(transaction, businessId, { invitationId }, context.clock.now());
    if (revoked.length === 0) throw new Problem('conflict', tTeam('problem.invitationEnded'));
    await writeAudit(transaction, context, {
      businessId,
      action: 'invitation.revoke',
      objectType: 'invitation',
      objectId: invitationId,
      before: { email: invitation.email, role: invitation.role },
    });
    return { revoked: true };
  });
}
