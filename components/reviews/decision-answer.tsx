'use client';

import { useAct } from '#components/query/use-act.ts';
import { Banner } from '#components/ui/banner.tsx';
import { answerProposalAction } from '#lib/reviews/actions.ts';
import { decisionWords } from '#lib/reviews/model.ts';
import { missingPeople } from '#lib/reviews/model-people.ts';
import type { Seen } from '#lib/reviews/model-seen.ts';
import type { CaseDecision, CaseView } from '#lib/reviews/schema.ts';
import { AnswerProposal } from './answer-proposal.tsx';
import { Reopen } from './reopen.tsx';
import { ServiceIsNotTold } from './service-not-told.tsx';

/** Confirms what somebody else proposes, declines it, or takes back one's own. */
export function Answer({ view, proposal, seen }: { view: CaseView; proposal: CaseDecision; seen: Seen[] }) {
  const { businessId, caseId, version } = view;
  const { act, isPending } = useAct(businessId, 'reviews');
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
        <ServiceIsNotTold there={decisionWords[proposal.kind].there} />
      </AnswerProposal>
    </>
  );
}

/** What stands, and what opens it again. */
export function Decided({ view, standing }: { view: CaseView; standing: CaseDecision }) {
  return (
    <>
      <p className="font-semibold text-base">{decisionWords[standing.kind].label}</p>
      <p className="text-muted text-sm">{decisionWords[standing.kind].means}</p>
      <ServiceIsNotTold there={decisionWords[standing.kind].there} />
      <Reopen view={view} />
    </>
  );
}
