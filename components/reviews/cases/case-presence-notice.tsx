'use client';

import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { tReviewCase } from '#lib/messages/review-case.ts';
import type { CasePresence } from '#lib/reviews/cases/schema/presence.ts';
import { presenceSeconds } from '#lib/reviews/cases/schema/presence.ts';

const presenceShape = checkFields<CasePresence>(withFields('others'));
const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** Reports that this person has the case open, and names the others who do. A hidden tab doesn't report. */
export function CasePresenceNotice({ businessId, caseId }: { businessId: string; caseId: string }) {
  const { data } = useQuery({
    queryKey: ['case presence', businessId, caseId],
    queryFn: ({ signal }) =>
      requestJson(`${recordAddress(businessId, 'reviews', caseId)}/presence`, presenceShape, signal, 'POST'),
    refetchInterval: presenceSeconds * 1_000,
    retry: false,
    gcTime: 0,
  });
  const others = data?.others ?? [];
  return (
    <p role="status" className="flex items-center gap-1.5 text-attention text-sm empty:hidden">
      {others.length > 0 && (
        <>
          <Users aria-hidden className="size-4 shrink-0" />
          <span>
            {tReviewCase('alsoHere', {
              count: others.length,
              names: listFormat.format(others.map(({ name }) => name)),
            })}
          </span>
        </>
      )}
    </p>
  );
}
