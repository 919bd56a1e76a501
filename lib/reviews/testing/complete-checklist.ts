import { database } from '#lib/database/pools.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { checklistSteps } from '../model.ts';

/** Completes all checklist items of an open case. */
export const completeChecklist = (businessId: BusinessId, caseId: string, personId: PersonId) =>
  database().$executeRaw`
    UPDATE review_case
       SET checks = (SELECT jsonb_agg(jsonb_build_object('step', step, 'personId', ${personId}::uuid,
                                                         'at', floor(extract(epoch FROM now()) * 1000)::bigint))
                       FROM unnest(${[...checklistSteps]}::text[]) AS step)
     WHERE business_id = ${businessId}::uuid AND case_id = ${caseId}::uuid AND state = 'open'`;
