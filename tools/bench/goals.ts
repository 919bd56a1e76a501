/** A goal and its measured figure, which is null where it could not be measured. */
export type Goal = {
  readonly of: string;
  readonly figure: number | null;
  readonly atLeast?: number;
  readonly atMost?: number;
};

/** Formats a goal with its figure and whether it is met. A goal without a figure is not met. */
export function formatGoal({ of, figure, atLeast, atMost }: Goal): object {
  const isMet =
    figure !== null &&
    (atLeast === undefined || figure >= atLeast) &&
    (atMost === undefined || figure <= atMost);
  return { goal: of, figure, atLeast, atMost, met: isMet };
}

type Overload = {
  readonly times: number;
  readonly goodput: number;
  readonly refusedMost: number | null;
  readonly statuses: Readonly<Record<string, number>>;
};

/** Lists the goals of a door under overload. */
export const overloadGoals = (door: string, overload: readonly Overload[]): Goal[] =>
  overload.flatMap(({ times, goodput, refusedMost, statuses }) => [
    { of: `${door}: goodput at ${times} times as many, of the peak`, figure: goodput, atLeast: 0.9 },
    {
      of: `${door}: the slowest refusal at ${times} times as many, ms`,
      // Without refusals the slowest one counts as 0.
      figure: statuses['503'] === undefined ? 0 : refusedMost,
      atMost: 2_000,
    },
  ]);
