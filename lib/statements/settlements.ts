import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tStatementRefusals } from '#lib/messages/statements.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { trimAmount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import type { RecordedSettlement, recordSettlementForm, removeSettlementForm } from './schema.ts';
import { insertSettlement, lockMatches, removeSettlementLine } from './store.ts';

/**
 * Records money that arrived from the service, from a line of the person's own bank or wallet statement. The service reports
 * no settlement payout.
 *
 * @throws Problem 'not-found', 'forbidden', 'conflict' for a line that is recorded already, and those of `lockMatches`
 */
export async function recordSettlement(
  context: Context<PersonActor>,
  input: z.output<typeof recordSettlementForm>,
): Promise<RecordedSettlement> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { currency, day, reference } = input;
  const amount = trimAmount(input.amount);
  return inTransaction(async (transaction) => {
    await lockMatches(transaction, businessId);
    const lineId = await insertSettlement(transaction, {
      businessId,
      currency,
      day,
      amount,
      reference,
      by: context.actor.personId,
      at: context.clock.now(),
    });
    if (lineId === null) throw new Problem('conflict', tStatementRefusals('sameSettlement'));
    await writeAudit(transaction, context, {
      businessId,
      action: 'statement.record-settlement',
      objectType: 'settlement',
      objectId: lineId,
      after: { currency, day, amount, reference },
    });
    return { lineId };
  });
}

/**
 * Removes a settlement that was recorded by mistake. It stays stored. In a closed period its removal becomes an adjustment.
 *
 * @throws Problem 'not-found', 'forbidden', 'conflict' when it was removed already, is matched, or is of an imported statement, and those
 * of `lockMatches`
 */
export async function removeSettlement(
  context: Context<PersonActor>,
  input: z.output<typeof removeSettlementForm>,
): Promise<RecordedSettlement> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { lineId, reason } = input;
  return inTransaction(async (transaction) => {
    await lockMatches(transaction, businessId);
    const removed = await removeSettlementLine(transaction, {
      businessId,
      lineId,
      reason,
      by: context.actor.personId,
      at: context.clock.now(),
    });
    if (removed === null) throw new Problem('conflict', tStatementRefusals('settlementGone'));
    await writeAudit(transaction, context, {
      businessId,
      action: 'statement.remove-settlement',
      objectType: 'settlement',
      objectId: lineId,
      before: removed,
      after: { reason },
    });
    return { lineId };
  });
}
