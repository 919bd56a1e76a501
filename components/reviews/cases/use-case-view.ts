'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { caseKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';

const caseShape = checkFields<CaseView>(withFields('facts', 'decisions'));

/** Returns an open case as it is now. It is read again after each change. */
export function useCaseView(businessId: string, caseId: string): { view: CaseView; error: Error | null } {
  const { data: view, error } = useSuspenseQuery({
    queryKey: caseKey(businessId, caseId),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'reviews', caseId), caseShape, signal),
  });
  return { view, error };
}
