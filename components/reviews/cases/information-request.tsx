'use client';

import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { tReviewRequests } from '#lib/messages/reviews.ts';
import { findCaseRequest } from '#lib/reviews/cases/model/open-request.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';

// Few cases need a request.
const NewRequest = lazy(() =>
  import('./request-information.tsx').then((file) => ({ default: file.NewRequest })),
);
const OpenRequest = lazy(() =>
  import('./request-information.tsx').then((file) => ({ default: file.OpenRequest })),
);

/** The request for information on a case: the open one with its answer, or the form for a new one. */
export function InformationRequest({ view }: { view: CaseView }) {
  const [isOpen, setOpen] = useState(false);
  const request = findCaseRequest(view);
  if (request !== null)
    return (
      <Suspense fallback={<Skeleton className="h-24 w-full" />}>
        <OpenRequest view={view} request={request} />
      </Suspense>
    );
  if (view.state !== 'open') return null;
  if (view.wasReportProposed)
    return <p className="text-muted text-sm">{tReviewRequests('closedByReport')}</p>;
  if (!isOpen)
    return (
      <div>
        <Button onPress={() => setOpen(true)}>{tReviewRequests('open')}</Button>
      </div>
    );
  return (
    <Section title={tReviewRequests('title')}>
      <Suspense fallback={<Skeleton className="h-60 w-full" />}>
        <NewRequest view={view} onClose={() => setOpen(false)} />
      </Suspense>
    </Section>
  );
}
