import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { SubjectKind } from '../../model.ts';

const rows = z.array(z.object({ reference: z.string() }));

/**
 * Returns the reference that a payer knows: the client payment ID of the case's payment, or the beginning of its ID. Null for a
 * withdrawal, which has no payer.
 */
export async function findPayerReference(
  transaction: Transaction,
  businessId: BusinessId,
  { subjectKind, subjectId }: { readonly subjectKind: SubjectKind; readonly subjectId: string },
): Promise<string | null> {
  if (subjectKind === 'withdrawal') return null;
  const found: unknown = await transaction.$queryRaw`
    SELECT coalesce(p.client_payment_id, left(p.payment_id::text, 8)) AS reference FROM payment p
     WHERE p.business_id = ${businessId}::uuid
       AND p.payment_id = coalesce((SELECT d.payment_id FROM deposit d
             WHERE ${subjectKind} = 'deposit' AND d.business_id = p.business_id AND d.deposit_id = ${subjectId}::uuid),
             ${subjectId}::uuid)`;
  return rows.parse(found)[0]?.reference ?? null;
}
