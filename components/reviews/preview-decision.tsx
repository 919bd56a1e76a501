'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { caseKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { DecisionPanel } from './decision-panel.tsx';

const caseShape = checkFields<CaseView>(withFields('facts', 'decisions'));

/** Answers a proposal beside the queue, based on the case as it was when the person opened it here. */
export function PreviewDecision({ businessId, caseId }: { businessId: string; caseId: string }) {
  const query = useQuery({
    queryKey: caseKey(businessId, caseId),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'reviews', caseId), caseShape, signal),
  });
  if (!query.data) return <PreviewState query={query} />;
  return <OpenedDecision view={query.data} />;
}

function OpenedDecision({ view }: { view: CaseView }) {
  const [opened] = useState(view);
  return <DecisionPanel view={view} opened={opened} />;
}
