import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId, WithdrawalId } from '#lib/values/ids.ts';
import type { KnownWithdrawal } from './model-row-read.ts';
import { knownWithdrawal, readRow } from './model-row-read.ts';

export async function loadWithdrawal(
  transaction: Transaction,
  businessId: BusinessId,
  withdrawalId: WithdrawalId,
): Promise<KnownWithdrawal | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT (to_jsonb(w) || jsonb_build_object('risk', to_jsonb(r)))::text AS row
      FROM withdrawal w
      LEFT JOIN withdrawal_risk r ON r.business_id = w.business_id AND r.withdrawal_id = w.withdrawal_id
     WHERE w.business_id = ${businessId}::uuid AND w.withdrawal_id = ${withdrawalId}::uuid`;
  const found = z.array(z.object({ row: z.string() })).parse(rows)[0];
  return found ? knownWithdrawal(readRow(found.row)) : null;
}
