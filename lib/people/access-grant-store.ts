import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

type AccessGrant = {
  readonly businessId: BusinessId;
  readonly personId: PersonId;
  readonly at: Instant;
} & (
  | {
      readonly grantedBy: PersonId | null;
      readonly kind: 'invitation' | 'role' | 'enable' | 'reset' | 'factor';
    }
  | { readonly grantedBy: null; readonly kind: 'provider' }
);

/**
 * Records that people received access or more access than before. The rule about approvals reads it. `grantedBy` is
 * null for an operator, who counts as no giver, and for the identity provider, which counts as one. Changes that people
 * make to their own account leave no record.
 */
export async function recordAccessGrants(
  transaction: Transaction,
  grants: readonly AccessGrant[],
): Promise<void> {
  await transaction.accessGrant.createMany({
    data: grants
      .filter(({ grantedBy, personId }) => grantedBy !== personId)
      .map(({ businessId, personId, grantedBy, kind, at }) => ({
        businessId,
        personId,
        grantedById: grantedBy,
        kind,
        grantedAt: toDate(at),
      })),
  });
}

/** Records one grant of access. */
export const recordAccessGrant = (transaction: Transaction, grant: AccessGrant): Promise<void> =>
  recordAccessGrants(transaction, [grant]);
