'use client';

import { useRouter } from 'next/navigation';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { ListPage } from '#lib/lists/model/query.ts';
import type { QueueRow } from '#lib/reviews/queue/schema.ts';

const pageShape = checkFields<ListPage<QueueRow>>(withFields('rows'));

/** Returns a function that opens the next proposal of another person, if there is one. */
export function useNextProposal(businessId: string, caseId: string) {
  const router = useRouter();
  return async () => {
    const address = `/api/businesses/${businessId}/reviews?queue=second`;
    const page = await requestJson(address, pageShape).catch(() => null);
    const next = page?.rows.find((row) => row.caseId !== caseId);
    if (next !== undefined) router.push(`/${businessId}/reviews/${next.caseId}`);
  };
}
