import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, WithdrawalId } from '#lib/values/ids.ts';
import type { StoredWithdrawal } from '../model/row-read.ts';
import { readRow, toStoredWithdrawal } from '../model/row-read.ts';

/** Loads a withdrawal and the number of applied contents of its callback. */
export async function loadWithdrawal(
  transaction: Transaction,
  businessId: BusinessId,
  withdrawalId: WithdrawalId,
): Promise<{ known: StoredWithdrawal | null; versions: number }> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT (
      SELECT (to_jsonb(w) || jsonb_build_object('risk', to_jsonb(r)))::text
        FROM withdrawal w
        LEFT JOIN withdrawal_risk r ON r.business_id = w.business_id AND r.withdrawal_id = w.withdrawal_id
       WHERE w.business_id = ${businessId}::uuid AND w.withdrawal_id = ${withdrawalId}::uuid
    ) AS row, (
      SELECT count(*)::int FROM (
        SELECT kind, verdict, shown_with FROM callback_message
         WHERE business_id = ${businessId}::uuid AND subject_id = ${withdrawalId}::uuid OFFSET 0) AS about
       WHERE kind = 'withdrawal' AND verdict IN ('applied', 'new-version') AND shown_with IS NULL
    ) AS versions`;
  const found = z.array(z.object({ row: z.string().nullable(), versions: z.number() })).parse(rows)[0];
  const row = found?.row ?? null;
  return { known: row === null ? null : toStoredWithdrawal(readRow(row)), versions: found?.versions ?? 0 };
}
