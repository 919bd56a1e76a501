'use client';

import { useAction } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { answerProposalAction } from '#lib/reviews/actions.ts';
import type { SubjectVersion } from '#lib/reviews/cases/model/subject-version.ts';
import { missingPeople } from '#lib/reviews/decisions/model.ts';
import { decisionWords } from '#lib/reviews/model.ts';
import type { CaseDecision, CaseView } from '#lib/reviews/schema/case.ts';
import { AnswerProposal } from './answer-proposal.tsx';
import { Reopen } from './reopen.tsx';
import { ServiceNotInformed } from './service-not-told.tsx';

/** Confirms what somebody else proposes, declines it, or takes back one's own. */
export function Answer({
  view,
  proposal,
  seen,
}: {
  view: CaseView;
  proposal: CaseDecision;
  seen: SubjectVersion[];
}) {
  const { businessId, caseId, version } = view;
  const { act, isPending } = useAction(businessId, 'reviews');
  const isOwn = proposal.proposedBy.personId === view.me;
  const missing = missingPeople(view.people.length);
  return (
    <>
      <p className="text-sm">
        <span className="font-medium">{proposal.proposedBy.name}</span> proposes:{' '}
        <span className="font-semibold">{decisionWords[proposal.kind].label}</span>
      </p>
      <p className="whitespace-pre-wrap break-words text-muted text-sm">{proposal.reason}</p>
      {missing !== null && <Banner title="A second person is missing">{missing}</Banner>}
      <AnswerProposal
        agree="confirm"
        isOwn={isOwn}
        isPending={isPending}
        limit={5_000}
        onAnswer={({ how, comment, done }) =>
          void act(() => answerProposalAction({ businessId, caseId, version, answer: how, comment, seen }), {
            failed: 'Nothing was changed',
            done,
          })
        }
      >
        <ServiceNotInformed there={decisionWords[proposal.kind].there} />
      </AnswerProposal>
    </>
  );
}

/** What stands, and what opens it again. */
export function DecisionSummary({ view, standing }: { view: CaseView; standing: CaseDecision }) {
  return (
    <>
      <p className="font-semibold text-base">{decisionWords[standing.kind].label}</p>
      <p className="text-muted text-sm">{decisionWords[standing.kind].means}</p>
      <ServiceNotInformed there={decisionWords[standing.kind].there} />
      <Reopen view={view} />
    </>
  );
}
