import 'server-only';
import { randomUUID } from 'node:crypto';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { writeBody } from './delivery-store.ts';
import type { CaseEventType } from './model.ts';

/**
 * A change of a review case: all that leaves the product. Its decision, people, reasons, risk and version stay here, because a report to an
 * authority could be inferred from them.
 */
export type CaseEvent = {
  readonly type: CaseEventType;
  readonly caseId: string;
  readonly number: number;
  readonly subjectKind: 'deposit' | 'withdrawal' | 'payment';
  readonly state: 'open' | 'decided' | 'merged';
  /** The case that it was merged into. */
  readonly intoCaseId: string | null;
};

/**
 * An endpoint gets the changes that happen once it is approved. Those of types that it didn't choose aren't stored: unlike the
 * facts of records, none happens a second time.
 */
const insertSql = `
  INSERT INTO event_delivery (endpoint_id, event_id, type, record_id, body, created_at, next_at, state)
  SELECT e.endpoint_id, n.event_id, n.type, n.case_id, n.body, now(), 'epoch'::timestamptz,
         CASE WHEN e.disabled_at IS NULL THEN 'waiting' ELSE 'dropped' END
    FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[]) WITH ORDINALITY AS n (event_id, type, case_id, body, number)
    JOIN event_endpoint e ON e.business_id = $1::uuid AND e.format = 'compliance' AND n.type = ANY (e.types)
     AND e.disabled_for IS DISTINCT FROM 'approval'
   ORDER BY n.number`;

/**
 * Stores changes of cases for the endpoints of compliance, in the transaction of the changes. Their IDs are random. One that is
 * made from the version of the case would show that two people decided it, and after a restored backup another change could have
 * the same version.
 */
export async function storeCaseEvents(
  statements: PlainTransaction,
  { businessId, at }: { readonly businessId: BusinessId; readonly at: Instant },
  events: readonly CaseEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await statements.run(insertSql, [
    businessId,
    events.map(() => randomUUID()),
    events.map(({ type }) => type),
    events.map(({ caseId }) => caseId),
    events.map(({ type, caseId, number, subjectKind, state, intoCaseId }) =>
      writeBody(type, at, { caseId, number, subjectKind, state, ...(intoCaseId !== null && { intoCaseId }) }),
    ),
  ]);
}
