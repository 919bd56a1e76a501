import { tApprovals } from '#lib/messages/approvals.ts';
import { formatUtc } from '#lib/values/instant.ts';
import type { ApprovalBlock, ProposalAnswer } from './schema.ts';

/** The stored state of a proposal after each answer. */
export const answerStates = {
  approve: 'final',
  decline: 'declined',
  withdraw: 'withdrawn',
} as const satisfies Record<ProposalAnswer, string>;

/** Describes a reason that ends after some time, without that time. */
export const describeTimedBlock = ({ reason, giver }: ApprovalBlock): string =>
  reason === 'deputy'
    ? tApprovals('blocked.deputy', { giver: giver ?? '' })
    : reason === 'sameGiver'
      ? giver === null
        ? tApprovals('blocked.sameUnknownGiver')
        : tApprovals('blocked.sameGiver', { giver })
      : tApprovals(`blocked.${reason}`);

/** Describes what no time ends: what a person who joined by a copied link or a directory must do first, and an approved token. */
export function describeMissingProofs(blocks: readonly ApprovalBlock[]): string | null {
  const steps = blocks.flatMap(({ reason }) =>
    reason === 'address' || reason === 'factor' ? [tApprovals(`blocked.${reason}`)] : [],
  );
  const sentences = [
    ...(steps.length === 0 ? [] : [tApprovals('blocked.link'), ...steps]),
    ...(['token', 'revokedToken'] as const).flatMap((ended) =>
      blocks.some(({ reason }) => reason === ended) ? [tApprovals(`blocked.${ended}`)] : [],
    ),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Describes all reasons and when they end, for readers without a time zone of their own. */
export const describeApprovalBlocks = (blocks: readonly ApprovalBlock[]): string =>
  [
    ...blocks.flatMap((block) =>
      block.possibleFrom === null
        ? []
        : [describeTimedBlock(block), tApprovals('blocked.fromUtc', { time: formatUtc(block.possibleFrom) })],
    ),
    describeMissingProofs(blocks) ?? [],
  ]
    .flat()
    .join(' ');
