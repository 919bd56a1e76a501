import { tStart } from '#lib/messages/commands.ts';

type Step = 'database' | 'firstData' | 'migrations' | 'sandbox' | 'web';

/** Returns a line of `npm start` with the name of its step in a column of its own. */
export const formatStep = (step: Step, line: string): string =>
  `${tStart(`steps.${step}`).padEnd(14)}${line}`;
