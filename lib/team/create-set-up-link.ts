import 'server-only';
import { createOneTimeLink } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { auditRevokedInvitation } from './audit-revoked-invitation.ts';
import {
  findFirstBusiness,
  hasNoAccount,
  insertInvitation,
  lockInvitations,
  revokeInvitations,
} from './invitation-store.ts';
import { invitationHours } from './model.ts';
import type { SentLink } from './schema.ts';

/**
 * Creates the link with which the first person of an installation becomes an owner: an invitation to the first business,
 * for any address. A former set-up link stops working. Returns null once there is an account, or without a business.
 */
export const createSetUpLink = (context: Context<SystemActor>): Promise<SentLink | null> =>
  inTransaction(async (transaction) => {
    const businessId = (await hasNoAccount(transaction)) ? await findFirstBusiness(transaction) : null;
    if (businessId === null) return null;
    await lockInvitations(transaction, businessId);
    const at = context.clock.now();
    const { token, hash } = createOneTimeLink();
    const expiresAt = addMilliseconds(at, invitationHours * 3_600_000);
    for (const former of await revokeInvitations(transaction, businessId, { email: null }, at))
      await auditRevokedInvitation(transaction, context, {
        businessId,
        invitationId: former,
        email: null,
        role: 'owner',
      });
    const invitation = {
      businessId,
      email: null,
      role: 'owner',
      delivery: 'link',
      invitedBy: null,
      accessEndsAt: null,
    } as const;
    const invitationId = await insertInvitation(transaction, {
      ...invitation,
      tokenHash: hash,
      at,
      expiresAt,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'invitation.create',
      objectType: 'invitation',
      objectId: invitationId,
      after: { setUp: true, role: 'owner', delivery: 'link', expiresAt },
    });
    return { link: `${env.APP_URL}/invitation/${token}`, expiresAt };
  });
