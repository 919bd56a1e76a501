'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tReviewProposal } from '#lib/messages/review-case.ts';
import { approveProposalsAction } from '#lib/reviews/actions.ts';
import { maximumApprovalsAtOnce } from '#lib/reviews/cases/schema/choices.ts';
import { decisionTexts } from '#lib/reviews/model.ts';
import type { SelectedCase } from '#lib/reviews/queue/schema.ts';
import { listOpenedProposals } from './opened-proposals.ts';

/** Approves the selected proposals that the person has opened, and shows the outcome of each. */
export function ApproveDialog({
  businessId,
  cases,
  onClose,
}: {
  businessId: string;
  /** The selected cases with a proposal. */
  cases: readonly SelectedCase[];
  /** `isDone` after an approval. */
  onClose: (isDone: boolean) => void;
}) {
  const { act, isPending } = useAction({ businessId, kind: 'reviews' });
  const [opened] = useState(listOpenedProposals);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, string | null> | null>(null);
  const ready = opened.filter(({ caseId, version }) =>
    cases.some((one) => one.caseId === caseId && one.version === version),
  );
  const isTooMany = ready.length > maximumApprovalsAtOnce;
  const approve = async () => {
    const result = await act(() => approveProposalsAction({ businessId, cases: [...ready] }), {
      failed: tReviewProposal('several.failed'),
    });
    if (result === null) return;
    setOutcomes(new Map(result.outcomes.map(({ caseId, problem }) => [caseId, problem])));
    const approved = result.outcomes.filter(({ problem }) => problem === null).length;
    const done = tReviewProposal('several.done', { approved, count: result.outcomes.length });
    if (approved === result.outcomes.length) toast.good(done);
    else toast.neutral(done);
  };
  const findState = ({ caseId, version }: SelectedCase): string | null => {
    const outcome = outcomes?.get(caseId);
    if (outcome !== undefined) return outcome ?? tReviewProposal('several.approved');
    const before = opened.find((one) => one.caseId === caseId);
    if (before === undefined) return tReviewProposal('several.notOpened');
    return before.version === version ? null : tReviewProposal('several.changed');
  };
  return (
    <Dialog
      isOpen
      onOpenChange={() => onClose(outcomes !== null)}
      title={tReviewProposal('several.title')}
      description={tReviewProposal('several.description')}
      problem={isTooMany ? tReviewProposal('several.tooMany', { limit: maximumApprovalsAtOnce }) : undefined}
      footer={(close) =>
        outcomes === null ? (
          <>
            <Button isDisabled={isPending} onPress={close}>
              {tControls('cancel')}
            </Button>
            <Button
              variant="primary"
              isPending={isPending}
              isDisabled={ready.length === 0 || isTooMany}
              onPress={() => void approve()}
            >
              {tReviewProposal('several.approve', { count: ready.length })}
            </Button>
          </>
        ) : (
          <Button variant="primary" onPress={close}>
            {tReviewProposal('several.close')}
          </Button>
        )
      }
    >
      <ul className="flex flex-col divide-y divide-line text-sm">
        {cases.map((one) => {
          const state = findState(one);
          return (
            <li key={one.caseId} className="flex flex-col gap-0.5 py-2">
              <TextLink prefetch={false} href={`/${businessId}/reviews/${one.caseId}`}>
                {tReviewProposal('several.item', {
                  number: String(one.number),
                  name: one.reference ?? one.subjectId.slice(0, 8),
                  decision: one.decision === null ? '' : decisionTexts[one.decision].label,
                })}
              </TextLink>
              {state !== null && <span className="text-muted">{state}</span>}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
