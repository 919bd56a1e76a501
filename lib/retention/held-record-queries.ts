import 'server-only';
import { database } from '#lib/database/pools.ts';
import { tRetention } from '#lib/messages/retention.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { HoldKind } from './model.ts';

/** Two are enough to know that a reference names several records. */
const take = 2;

async function listIds(businessId: BusinessId, kind: HoldKind, text: string): Promise<readonly string[]> {
  switch (kind) {
    case 'payment': {
      const where = { businessId, clientPaymentId: text };
      const found = await database().payment.findMany({ where, select: { paymentId: true }, take });
      return found.map(({ paymentId }) => paymentId);
    }
    case 'withdrawal': {
      const where = { businessId, clientWithdrawalId: text };
      const found = await database().withdrawal.findMany({ where, select: { withdrawalId: true }, take });
      return found.map(({ withdrawalId }) => withdrawalId);
    }
    case 'case': {
      const number = /^(?:case\s*)?#?(\d{1,9})$/i.exec(text)?.[1];
      if (number === undefined) return [];
      const where = { businessId, number: Number(number) };
      const found = await database().reviewCase.findMany({ where, select: { caseId: true }, take });
      return found.map(({ caseId }) => caseId);
    }
    case 'callback':
    case 'audit':
      return [];
  }
}

/**
 * Returns the ID of the record that a person named by its ID, its reference or its case number.
 *
 * @throws Problem 'not-found', or 'conflict' where several records have this reference.
 */
export async function findHeldRecord(businessId: BusinessId, kind: HoldKind, text: string): Promise<string> {
  if (isUuid(text)) return text.toLowerCase();
  const [id, ...others] = await listIds(businessId, kind, text);
  if (id === undefined) throw new Problem('not-found', tRetention('problem.noRecord'));
  if (others.length > 0) throw new Problem('conflict', tRetention('problem.severalRecords'));
  return id;
}
