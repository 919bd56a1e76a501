'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Banner } from '#components/ui/banner.tsx';
import type { ListPage } from '#lib/lists/model/query.ts';
import { tReviewDecision, tReviewFindings } from '#lib/messages/review-case.ts';
import { decideProposalAction } from '#lib/reviews/actions.ts';
import type { SubjectVersion } from '#lib/reviews/cases/model/subject-version.ts';
import { listSubjects } from '#lib/reviews/cases/model/subject-version.ts';
import type { CaseDecision, CaseView } from '#lib/reviews/cases/schema/case.ts';
import { describeMissingPeople } from '#lib/reviews/decisions/model.ts';
import { decisionTexts } from '#lib/reviews/model.ts';
import { listCaseAdvice } from '#lib/reviews/model-advice.ts';
import { formatFinding } from '#lib/reviews/model-findings.ts';
import type { QueueRow } from '#lib/reviews/queue/schema.ts';
import { describeCaseRead, formatCase } from '../case-labels.ts';
import { rememberOpenedProposal } from './opened-proposals.ts';
import { ProposalDecisionForm } from './proposal-decision-form.tsx';
import { ReopenCase } from './reopen-case.tsx';
import { ServiceNotInformed } from './service-not-informed.tsx';

const pageShape = checkFields<ListPage<QueueRow>>(withFields('rows'));

/**
 * Returns a function that opens the first proposal of the queue that this person can approve, if there is one and the queue
 * can be read.
 */
function useNextProposal({ businessId, caseId }: CaseView): () => Promise<void> {
  const router = useRouter();
  return async () => {
    const address = `/api/businesses/${businessId}/reviews?queue=second`;
    const page = await requestJson(address, pageShape).catch(() => null);
    const next = page?.rows.find((row) => row.caseId !== caseId && !row.isBlocked);
    if (next !== undefined) router.push(`/${businessId}/reviews/${next.caseId}`);
  };
}

/** Approves or declines a colleague's proposed decision, or withdraws one's own. */
export function CaseProposalDecision({
  view,
  proposal,
  seen,
  onDecided,
}: {
  view: CaseView;
  proposal: CaseDecision;
  seen: SubjectVersion[];
  /** Opens the next case after an approval or a decline. Without it, the next proposal opens. */
  onDecided: (() => void) | undefined;
}) {
  const { businessId, caseId, version } = view;
  useEffect(() => rememberOpenedProposal(caseId, version, seen), [caseId, version, seen]);
  const isOwn = proposal.proposedBy.personId === view.me;
  const openNextProposal = useNextProposal(view);
  const missing = describeMissingPeople(view.people.length);
  return (
    <>
      <p className="text-sm">
        {tReviewDecision.rich('proposal.summary', {
          person: proposal.proposedBy.name,
          decision: decisionTexts[proposal.kind].label,
          name: (text) => <span className="font-medium">{text}</span>,
          decisionName: (text) => <span className="font-semibold">{text}</span>,
        })}
      </p>
      {proposal.finding !== null && (
        <p className="text-sm">{tReviewFindings('found', { finding: formatFinding(proposal.finding) })}</p>
      )}
      <p className="whitespace-pre-wrap break-words text-muted text-sm">{proposal.reason}</p>
      {missing !== null && <Banner title={tReviewDecision('noApproverTitle')}>{missing}</Banner>}
      <ProposalDecisionForm
        approve="confirm"
        place={{ businessId, draft: 'case-answer', subject: caseId, about: formatCase(view.number) }}
        isOwn={isOwn}
        blocks={view.blocks}
        limit={5_000}
        action={(answer, comment) =>
          decideProposalAction({ businessId, caseId, version, answer, comment, seen })
        }
        messages={{
          failed: tReviewDecision('proposal.failed'),
          detail: ({ read }) => describeCaseRead(read) ?? undefined,
        }}
        onAnswered={(answer) => {
          // An approved report is still to be filed on this page.
          if (answer !== 'withdraw')
            if (onDecided) onDecided();
            else if (answer === 'decline' || proposal.kind !== 'report') void openNextProposal();
        }}
      >
        <ServiceNotInformed
          instructions={listCaseAdvice(proposal, listSubjects(view), view.service.isSanctioned)}
        />
      </ProposalDecisionForm>
    </>
  );
}

/** Shows the final decision and the way to reopen the case. */
export function DecisionSummary({ view, decision }: { view: CaseView; decision: CaseDecision }) {
  const { label, means } = decisionTexts[decision.kind];
  return (
    <>
      <p className="font-semibold text-base">{label}</p>
      <p className="text-muted text-sm">{means}</p>
      {decision.finding !== null && (
        <p className="text-sm">{tReviewFindings('found', { finding: formatFinding(decision.finding) })}</p>
      )}
      <ServiceNotInformed
        instructions={listCaseAdvice(decision, listSubjects(view), view.service.isSanctioned)}
      />
      <ReopenCase view={view} />
    </>
  );
}
