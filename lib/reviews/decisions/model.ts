import { tReviews } from '#lib/messages/reviews.ts';

/** Approval by a second person needs this many eligible people. */
const neededPeople = 2;

/**
 * Returns a sentence if the business has too few people for an approval by a second person, otherwise null.
 * `eligible` counts active people with the role Owner or Compliance.
 */
export const missingPeople = (eligible: number): string | null =>
  eligible >= neededPeople ? null : tReviews('problem.missingPeople');
