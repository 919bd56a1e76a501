/** A promise that was broken, by its name in the list of invariants, and how. */
export type Violation = {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I7' | 'I8' | 'answers' | 'recovery';
  readonly said: string;
};

/** Where everything is lost, the first few say it as well. */
export const shown = (violations: readonly Violation[]): string =>
  violations
    .slice(0, 10)
    .map(({ invariant, said }) => `${invariant}: ${said}`)
    .concat(violations.length > 10 ? [`and ${violations.length - 10} more`] : [])
    .join('\n');

/** Which promises were broken, each once. */
export const broken = (violations: readonly Violation[]): Violation['invariant'][] => [
  ...new Set(violations.map(({ invariant }) => invariant)),
];
