import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/**
 * Records that a person received access or more access than before. The rule about approvals reads it. `grantedBy` is
 * null for an operator, who counts as no giver, and for the identity provider, which counts as one. Changes that people
 * make to their own account leave no record.
 */
export async function recordAccessGrant(
  transaction: Transaction,
  grant: {
    readonly businessId: BusinessId;
    readonly personId: PersonId;
    readonly at: Instant;
  } & (
    | {
        readonly grantedBy: PersonId | null;
        readonly kind: 'invitation' | 'role' | 'enable' | 'reset' | 'factor';
      }
    | { readonly grantedBy: null; readonly kind: 'provider' }
  ),
): Promise<void> {
  const { businessId, personId, grantedBy, kind, at } = grant;
  if (grantedBy === personId) return;
  await transaction.accessGrant.create({
    data: { businessId, personId, grantedById: grantedBy, kind, grantedAt: toDate(at) },
  });
}
