'use client';

import { useQuery } from '@tanstack/react-query';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { AuditEntryView } from '#lib/audit/schema.ts';
import { AuditEntryFacts } from './audit-entry.tsx';

const shape = checkFields<AuditEntryView>(withFields('action', 'hash', 'details'));

/** Shows an entry beside the log. Entries never change, so they never become stale. */
export function AuditPreview({ businessId, id }: PreviewProps) {
  const query = useQuery({
    queryKey: ['audit entry', businessId, id],
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'audit', id), shape, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!query.data) return <PreviewState query={query} />;
  return <AuditEntryFacts log={`/${businessId}/audit`} entry={query.data} businessId={businessId} />;
}
