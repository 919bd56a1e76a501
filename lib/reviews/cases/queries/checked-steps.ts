import 'server-only';
import * as z from 'zod';
import { listAuditDetails } from '#lib/audit/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { checklistSteps } from '../../model.ts';
import type { CaseEvent } from '../schema/case.ts';

const written = z.object({ step: z.enum(checklistSteps), done: z.boolean() });

/** Returns which step of the checklist each entry of the audit log changed, by the sequence of the entry. */
export async function readCheckedSteps(
  businessId: BusinessId,
  caseIds: readonly string[],
): Promise<ReadonlyMap<bigint, NonNullable<CaseEvent['check']>>> {
  const entries = await listAuditDetails(businessId, 'review-case', caseIds, 'review-case.check');
  return new Map(
    entries.flatMap(({ sequence, after }) => {
      const { success, data } = written.safeParse(after);
      return success ? [[sequence, data] as const] : [];
    }),
  );
}
