/** What is wanted of a figure, and the figure; null where it could not be measured. */
export type Goal = {
  readonly of: string;
  readonly figure: number | null;
  readonly atLeast?: number;
  readonly atMost?: number;
};

/** A goal as a line: wanted, measured, met or not. What could not be measured is not met. */
export function goalLine({ of, figure, atLeast, atMost }: Goal): object {
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

/** What is wanted of a door at more than it can keep. */
export const overloadGoals = (door: string, overload: readonly Overload[]): Goal[] =>
  overload.flatMap(({ times, goodput, refusedMost, statuses }) => [
    { of: `${door}: goodput at ${times} times as many, of the peak`, figure: goodput, atLeast: 0.9 },
    {
      of: `${door}: the slowest refusal at ${times} times as many, ms`,
      // Nobody was refused: nobody waited for it.
      figure: statuses['503'] === undefined ? 0 : refusedMost,
      atMost: 2_000,
    },
  ]);
