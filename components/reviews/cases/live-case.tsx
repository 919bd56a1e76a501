'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { ClosedDrafts } from '#components/drafts/closed-drafts.tsx';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { decisionPanelId } from '../case-part-ids.ts';
import { Checklist } from '../decisions/checklist.tsx';
import { DecisionBar } from '../decisions/decision-bar.tsx';
import { DecisionPanel } from '../decisions/decision-panel.tsx';
import type { CaseCounts, CaseParts } from './case-content.tsx';
import { CaseContent } from './case-content.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseKeys } from './case-keys.tsx';
import { CasePresenceNotice } from './case-presence-notice.tsx';
import { useCaseView } from './use-case-view.ts';

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
  const { view } = useCaseView(businessId, caseId);
  return (
    <>
      <CasePresenceNotice businessId={businessId} caseId={caseId} />
      <div id={decisionPanelId} tabIndex={-1} className="scroll-mt-4 outline-none">
        <DecisionPanel key={view.state} view={view} opened={seen} onReload={() => setSeen(view)} />
      </div>
      <Checklist view={view} />
      <ClosedDrafts businessId={businessId} subject={caseId} />
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
