/** A broken promise: the name of its invariant, and how it is broken. */
export type Violation = {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I7' | 'I8' | 'answers' | 'recovery';
  readonly description: string;
};

/** Lists the first few violations, which are enough where everything is lost. */
export const formatViolations = (violations: readonly Violation[]): string =>
  violations
    .slice(0, 10)
    .map(({ invariant, description }) => `${invariant}: ${description}`)
    .concat(violations.length > 10 ? [`and ${violations.length - 10} more`] : [])
    .join('\n');

/** Lists each broken invariant once. */
export const listBrokenInvariants = (violations: readonly Violation[]): Violation['invariant'][] => [
  ...new Set(violations.map(({ invariant }) => invariant)),
];
