import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';

/** Returns whether two people decided any part of the locked case before. */
export async function isSecondPersonRequired(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT EXISTS (SELECT FROM review_case
                    WHERE business_id = ${businessId}::uuid AND owner_id = ${caseId}::uuid AND two_people) AS two`;
  return z.tuple([z.object({ two: z.boolean() })]).parse(rows)[0].two;
}
