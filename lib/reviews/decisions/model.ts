/** So many people at least are needed where a second person approves. */
const neededPeople = 2;

/**
 * Returns what is missing before anything can be approved by a second person, in words; null where nothing is.
 * `eligible` counts the active people with the role Owner or Compliance.
 */
export const missingPeople = (eligible: number): string | null =>
  eligible >= neededPeople
    ? null
    : 'This business needs a second active person with the role Owner or Compliance.';
