'use client';

import type { ReactNode } from 'react';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import type { CaseCounts, CaseParts } from './case-content.tsx';
import { CaseContent } from './case-content.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseKeys } from './case-keys.tsx';
import { decisionPanelId } from './case-part-ids.ts';
import { DecisionBar } from './decision-bar.tsx';
import { useCaseView } from './use-case-view.ts';

// Loaded lazily: it can wait until the case is shown.
const AlsoHere = lazy(() =>
  import('./case-presence-notice.tsx').then((file) => ({ default: file.CasePresenceNotice })),
);
// The forms of the decision. The server renders them, and they are disabled until their code has loaded.
const DecisionPanel = lazy(() =>
  import('./decision-panel.tsx').then((file) => ({ default: file.DecisionPanel })),
);
const Checklist = lazy(() => import('./checklist.tsx').then((file) => ({ default: file.Checklist })));
const ClosedDrafts = lazy(() =>
  import('#components/drafts/closed-drafts.tsx').then((file) => ({ default: file.ClosedDrafts })),
);

/** Names the case that a part of its page shows. */
type CaseAddress = { readonly businessId: string; readonly caseId: string };

/** The facts of the case as it is now. The server renders the reasons (`children`). */
export function LiveCaseFacts({ businessId, caseId, children }: CaseAddress & { children: ReactNode }) {
  return <CaseFacts view={useCaseView(businessId, caseId).view} reasons={children} />;
}

/** The column of the decision. A decision refers to the case as the person has seen it (`seen`). */
export function LiveCaseDecision({ rendered }: { rendered: CaseView }) {
  const { businessId, caseId } = rendered;
  const [seen, setSeen] = useState(rendered);
  // A change waits for the code of the forms. Until it is there, they keep their former content.
  const view = useDeferredValue(useCaseView(businessId, caseId).view);
  return (
    <>
      <Suspense>
        <AlsoHere businessId={businessId} caseId={caseId} />
      </Suspense>
      <div id={decisionPanelId} tabIndex={-1} className="scroll-mt-4 outline-none">
        <Suspense fallback={<Skeleton className="h-156 w-full" />}>
          <DecisionPanel key={view.state} view={view} opened={seen} onReload={() => setSeen(view)} />
        </Suspense>
      </div>
      <Suspense fallback={<Skeleton className="h-90 w-full" />}>
        <Checklist view={view} />
      </Suspense>
      <Suspense>
        <ClosedDrafts businessId={businessId} subject={caseId} />
      </Suspense>
    </>
  );
}

/** The tabs of the case as it is now. */
export function LiveCaseContent({
  businessId,
  caseId,
  ...rendered
}: CaseAddress & { parts: CaseParts; counts: CaseCounts; reportFacts: string }) {
  const { view, error } = useCaseView(businessId, caseId);
  return <CaseContent view={view} error={error} {...rendered} />;
}

/** The keys of the page, and the bar that leads to the decision. */
export function LiveCaseControls({ businessId, caseId }: CaseAddress) {
  const { view } = useCaseView(businessId, caseId);
  return (
    <>
      <DecisionBar state={view.state} />
      <CaseKeys view={view} />
    </>
  );
}
