'use client';

import type { ReactNode } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { tApprovalsPage, tPaymentsForApproval } from '#lib/messages/approvals.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { ProposalAnswers } from './proposal-answers.tsx';

/** A proposed change of a setting, with the answers that this person may give. The page is rendered again afterwards. */
export function ProposalRow({
  proposal,
  sentence,
  consequence = tApprovalsPage('confirm.text'),
  onAnswer,
}: {
  proposal: Pick<ProposalView<unknown>, 'proposedBy' | 'proposedAt' | 'isMine' | 'blocks'>;
  /** The change with its exact values. */
  sentence: ReactNode;
  /** The result of an approval. */
  consequence?: string;
  onAnswer: (answer: ProposalAnswer) => Promise<ActionResult<unknown>>;
}) {
  const { act, isPending, problem } = useAction({ refresh: true, inForm: true });
  const give = (answer: ProposalAnswer) =>
    act(() => onAnswer(answer), {
      failed: tApprovalsPage('failed'),
      done: () => tApprovalsPage(`done.${answer}`),
    });
  return (
    <ProposalSummary proposal={proposal} sentence={sentence}>
      <ProblemNote problem={problem} />
      <ProposalAnswers
        isMine={proposal.isMine}
        blocks={proposal.blocks}
        isPending={isPending}
        confirm={{
          title: tApprovalsPage('confirm.title'),
          label: tApprovalsPage('confirm.label'),
          body: (
            <>
              <p>{sentence}</p>
              <p>{consequence}</p>
            </>
          ),
        }}
        onAnswer={give}
      />
    </ProposalSummary>
  );
}

type Summary = {
  proposal: Pick<ProposalView<unknown>, 'proposedBy' | 'proposedAt'>;
  sentence: ReactNode;
};

function ProposalSummary({
  proposal: { proposedBy, proposedAt },
  sentence,
  children,
}: Summary & { children: ReactNode }) {
  return (
    <li className="flex flex-col gap-1.5 py-2.5">
      <p className="wrap-anywhere font-medium text-sm">{sentence}</p>
      <p className="flex justify-between gap-3 text-muted text-xs">
        <span>{tPaymentsForApproval('waiting.by', { person: proposedBy })}</span>
        <Time at={toUnixSeconds(proposedAt)} />
      </p>
      {children}
    </li>
  );
}

/** A proposal that is answered on the page of what it changes, because the answer needs what the page shows. */
export function ProposalLink({ href, ...summary }: Summary & { href: string }) {
  return (
    <ProposalSummary {...summary}>
      <p className="text-sm">
        <TextLink prefetch={false} href={href}>
          {tApprovalsPage('desk.open')}
        </TextLink>
      </p>
    </ProposalSummary>
  );
}
