import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';

/** Records an invitation that was revoked because another one replaces it. */
export const auditRevokedInvitation = (
  transaction: Transaction,
  context: Context<Actor>,
  invitation: {
    readonly businessId: BusinessId;
    readonly invitationId: string;
    /** Null for the set-up link of an installation. */
    readonly email: string | null;
    readonly role: Role;
  },
): Promise<void> => {
  const { businessId, invitationId, email, role } = invitation;
  return writeAudit(transaction, context, {
    businessId,
    action: 'invitation.revoke',
    objectType: 'invitation',
    objectId: invitationId,
    before: { email, role },
  });
};
