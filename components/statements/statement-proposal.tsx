'use client';

import type { ReactNode } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import { answerStatementProposalAction } from '#lib/statements/actions.ts';
import type { StatementProposalKind } from '#lib/statements/schema.ts';

/** A proposal about a statement that waits, with the answers that this person may give. */
export function StatementProposal({
  businessId,
  kind,
  proposal,
  sentence,
  mayAnswer,
  confirm,
}: {
  businessId: string;
  kind: StatementProposalKind;
  proposal: Pick<ProposalView<unknown>, 'proposalId' | 'isMine' | 'blocks' | 'isOutdated'>;
  sentence: ReactNode;
  mayAnswer: boolean;
  /** The question before an approval. */
  confirm?: { readonly title: string; readonly label: string; readonly body: ReactNode };
}) {
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  const { proposalId, isMine, blocks, isOutdated } = proposal;
  return (
    <Banner tone="waiting" title={sentence}>
      {mayAnswer && (
        <div className="flex flex-col gap-2 pt-1">
          <ProblemNote problem={problem} />
          <ProposalAnswers
            isMine={isMine}
            blocks={blocks}
            isOutdated={isOutdated}
            isPending={isPending}
            {...(confirm && { confirm })}
            onAnswer={(answer) =>
              act(() => answerStatementProposalAction({ businessId, proposalId, kind, answer }), {
                failed: tStatements('close.notAnswered'),
                done: () => tStatements('close.answered'),
              })
            }
          />
        </div>
      )}
    </Banner>
  );
}
