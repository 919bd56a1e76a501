import 'server-only';

/** A session ends when its person did nothing for this long … */
const idleMinutes = 30;
/** … and after this long whatever the person does. */
export const longestHours = 12;
/** How often, at most, a person's acts are written down. */
export const touchEveryMs = 60_000;

export const idleMs = idleMinutes * 60_000;
export const longestMs = longestHours * 3_600_000;
