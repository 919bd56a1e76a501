import type { Instant } from '#lib/values/instant.ts';
import type { Person } from '../../settings/schema-person.ts';

/** A proposed reopening that a second person has to approve. */
export type ReopeningProposal = {
  readonly reason: string;
  readonly proposedBy: Person;
  readonly proposedAt: Instant;
};

/** A proposed reopening that another person declined. */
export type DeclinedReopening = {
  readonly proposal: ReopeningProposal;
  readonly declinedBy: Person;
  readonly declinedAt: Instant;
  readonly comment: string;
};
