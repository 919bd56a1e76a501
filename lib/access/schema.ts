import type { Instant } from '#lib/values/instant.ts';

/** The answers to any proposal. */
export const proposalAnswers = ['approve', 'decline', 'withdraw'] as const;
export type ProposalAnswer = (typeof proposalAnswers)[number];

/**
 * A reason why a person can't approve a proposal. `eachOther` means that one of the two gave access to the other within
 * 72 hours, directly or through others. With `sameGiver` one person gave access to both, with `sameProvider` the identity
 * provider did. With `deputy` the person is the deputy of one who proposed it or may not approve it either. With `address` and `factor` the person joined by a copied link or a directory and lacks one of these. With `token` an API token proposed it that this person approved, with `revokedToken` one that was revoked or has expired.
 */
export type ApprovalBlock = {
  readonly reason:
    | 'eachOther'
    | 'sameGiver'
    | 'sameProvider'
    | 'deputy'
    | 'address'
    | 'factor'
    | 'token'
    | 'revokedToken';
  /** The name of the person who gave access to both, if that is another member of the business, or whose deputy this is. */
  readonly giver: string | null;
  /** When the reason ends on its own, or null. */
  readonly possibleFrom: Instant | null;
};
