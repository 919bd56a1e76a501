import { database } from '#lib/database/pools.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { checklistSteps } from '../model.ts';

/** Completes all checklist items of an open case. */
export const completeChecklist = (businessId: BusinessId, caseId: string, personId: PersonId) =>
  database().$executeRaw`
    INSERT INTO review_check (business_id, case_id, step, person_id, at)
    SELECT business_id, case_id, step, ${personId}::uuid, now()
      FROM review_case, unnest(${[...checklistSteps]}::text[]) AS step
     WHERE business_id = ${businessId}::uuid AND case_id = ${caseId}::uuid AND state = 'open'
    ON CONFLICT DO NOTHING`;
