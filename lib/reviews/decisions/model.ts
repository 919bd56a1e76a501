import { tReviews } from '#lib/messages/reviews.ts';

/** Approval by a second person needs this many eligible people. */
const requiredPeople = 2;

/**
 * Returns a sentence if the business has too few people for an approval by a second person, otherwise null.
 * `eligible` counts active people with the role Owner or Compliance.
 */
export const describeMissingPeople = (eligible: number): string | null =>
  eligible >= requiredPeople ? null : tReviews('missingPeople');
