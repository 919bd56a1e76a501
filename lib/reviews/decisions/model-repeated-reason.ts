/** A person is warned from this number of uses of a reason among their last decisions. */
export const repeatedReason = { decisions: 10, uses: 3 };

const toComparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();

/** Returns whether a person gives the same reason again and again, apart from its spelling. */
export function isRepeatedReason(reason: string, lastReasons: readonly string[]): boolean {
  const same = lastReasons.filter((earlier) => toComparable(earlier) === toComparable(reason));
  return same.length >= repeatedReason.uses;
}
