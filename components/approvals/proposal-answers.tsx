'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { ApprovalBlock, ProposalAnswer } from '#lib/access/schema.ts';
import { tApprovals } from '#lib/messages/approvals.ts';
import { ApprovalBlocksNote } from './approval-blocks-note.tsx';

/** Answers of a signed-in person to a proposal of any kind: withdraw the own one, approve or decline that of a colleague. */
export function ProposalAnswers({
  isMine,
  blocks,
  isOutdated = false,
  isPending,
  needsComment = false,
  confirm,
  onAnswer,
}: {
  isMine: boolean;
  /** Why this person can't approve it. */
  blocks: readonly ApprovalBlock[];
  /** True if its basis has changed, so that it can't be approved any more. */
  isOutdated?: boolean;
  isPending: boolean;
  /** True until a comment is entered that a decline needs. */
  needsComment?: boolean;
  /** The question before an approval. Without it, the button approves at once. */
  confirm?: {
    readonly title: string;
    readonly label: string;
    readonly body: ReactNode;
    readonly danger?: boolean;
  };
  onAnswer: (answer: ProposalAnswer) => unknown;
}) {
  // Some proposals load after the page. A press before that would be lost.
  const isHydrated = useHydrated();
  const isBlocked = blocks.length > 0 || isOutdated;
  const give = (answer: ProposalAnswer) => void onAnswer(answer);
  if (isMine)
    return (
      <div>
        <Button size="sm" isPending={isPending} isDisabled={!isHydrated} onPress={() => give('withdraw')}>
          {tApprovals('answers.withdraw')}
        </Button>
      </div>
    );
  return (
    <>
      <ApprovalBlocksNote blocks={blocks} />
      <div className="flex flex-wrap gap-2">
        {confirm === undefined ? (
          <Button
            size="sm"
            variant="primary"
            isPending={isPending}
            isDisabled={!isHydrated || isBlocked}
            onPress={() => give('approve')}
          >
            {tApprovals('answers.approve')}
          </Button>
        ) : (
          <ConfirmDialog
            danger={confirm.danger}
            trigger={
              <Button size="sm" variant="primary" isDisabled={!isHydrated || isPending || isBlocked}>
                {tApprovals('answers.approve')}
              </Button>
            }
            title={confirm.title}
            confirmLabel={confirm.label}
            onConfirm={async () => {
              await onAnswer('approve');
            }}
          >
            {confirm.body}
          </ConfirmDialog>
        )}
        <Button
          size="sm"
          isPending={isPending}
          isDisabled={!isHydrated || needsComment}
          onPress={() => give('decline')}
        >
          {tApprovals('answers.decline')}
        </Button>
      </div>
    </>
  );
}
