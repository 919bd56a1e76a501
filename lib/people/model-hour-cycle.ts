export const hourCycles = ['h12', 'h23'] as const;
export type HourCycle = (typeof hourCycles)[number];

/** Returns the hour cycle of a stored text, or null. */
export const toHourCycle = (text: string | null | undefined): HourCycle | null =>
  hourCycles.find((cycle) => cycle === text) ?? null;
