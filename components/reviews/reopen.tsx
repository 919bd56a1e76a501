'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { answerReopeningAction, reopenCaseAction } from '#lib/reviews/actions.ts';
import { missingPeople } from '#lib/reviews/decisions/model.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { ControlProposal } from './control-proposal.tsx';

/** Reopens a decided case, or proposes it where two people decided, and answers such a proposal. */
export function Reopen({ view }: { view: CaseView }) {
  const { businessId, caseId, version, reopening, takesTwo } = view;
  const { act, isPending } = useAction(businessId, 'reviews');
  const [reason, setReason] = useState('');
  const missing = takesTwo ? missingPeople(view.people.length) : null;
  if (reopening !== null)
    return (
      <ControlProposal
        what="to reopen this case"
        proposal={reopening}
        me={view.me}
        missing={missing}
        outdated={null}
        isPending={isPending}
        onAnswer={(answer, comment, done) =>
          void act(() => answerReopeningAction({ businessId, caseId, version, answer, comment }), {
            failed: 'Nothing was changed',
            done,
          })
        }
      />
    );
  return (
    <>
      {takesTwo && (
        <p className="text-muted text-sm">
          Two people decided this case. A second person approves reopening it and every later decision.
        </p>
      )}
      {missing !== null && <Banner title="A second person is missing">{missing}</Banner>}
      <TextArea
        label="Reason for reopening"
        value={reason}
        limit={5_000}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <Button
          isPending={isPending}
          isDisabled={reason.trim() === ''}
          onPress={() =>
            void act(() => reopenCaseAction({ businessId, caseId, version, reason }), {
              failed: 'Not reopened',
              done: ({ state }) => (state === 'open' ? 'Reopened' : 'Proposed for approval'),
            })
          }
        >
          {takesTwo ? 'Propose reopening' : 'Reopen case'}
        </Button>
      </div>
    </>
  );
}
