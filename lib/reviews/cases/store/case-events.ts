import 'server-only';
import * as z from 'zod';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { CaseEvent } from '#lib/events/index.ts';
import { storeCaseEvents } from '#lib/events/index.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { subjectKinds } from '../../model.ts';

/** A case right after such a change. None happens while a decision is only proposed. */
const statedCase = z.object({
  caseId: z.string(),
  number: z.number(),
  subjectKind: z.enum(subjectKinds),
  state: z.enum(['open', 'decided', 'merged']),
  mergedIntoId: z.string().nullable(),
});

/** Stores a change that just happened to locked cases, for the endpoints of compliance, in its transaction. */
export async function recordCaseEvents(
  transaction: Transaction,
  businessId: BusinessId,
  type: CaseEvent['type'],
  caseIds: readonly CaseId[],
  at: Instant,
): Promise<void> {
  if (caseIds.length === 0) return;
  const rows = await transaction.reviewCase.findMany({
    where: { businessId, caseId: { in: [...caseIds] } },
    select: { caseId: true, number: true, subjectKind: true, state: true, mergedIntoId: true },
    orderBy: { number: 'asc' },
  });
  const events = z
    .array(statedCase)
    .parse(rows)
    .map(({ mergedIntoId: intoCaseId, ...stated }) => ({ ...stated, intoCaseId, type }));
  await storeCaseEvents(toPlainTransaction(transaction), { businessId, at }, events);
}
