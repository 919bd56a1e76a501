'use client';

import { useRouter } from 'next/navigation';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { ListPage } from '#lib/lists/model/query.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import type { QueueRow } from '#lib/reviews/queue/schema.ts';

const pageShape = checkFields<ListPage<QueueRow>>(withFields('rows'));

/**
 * Returns a function that opens the first proposal of the queue that this person can approve, if there is one and the queue
 * can be read.
 */
export function useNextProposal({ businessId, caseId }: CaseView): () => Promise<void> {
  const router = useRouter();
  return async () => {
    const address = `/api/businesses/${businessId}/reviews?queue=second`;
    const page = await requestJson(address, pageShape).catch(() => null);
    const next = page?.rows.find((row) => row.caseId !== caseId && !row.isBlocked);
    if (next !== undefined) router.push(`/${businessId}/reviews/${next.caseId}`);
  };
}
