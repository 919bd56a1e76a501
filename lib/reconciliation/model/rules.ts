import * as z from 'zod';
import { recordKinds, ruleKinds } from './choices.ts';

/** A rule as it is stored. Rules of a currency apply in their order. */
export const matchRule = z.object({
  ruleId: z.uuid(),
  name: z.string(),
  currency: z.string(),
  kind: z.enum(ruleKinds),
  /** The records that lines are compared with. */
  records: z.enum(recordKinds),
  /** A text that the line contains. Empty: any line. */
  contains: z.string(),
  /** Days from the record to the line, at most. */
  days: z.number(),
  /** By which the line may be below its records, for fees of the bank. */
  tolerance: z.string(),
  /** Lines of one day with the text are one payout. */
  joinsLines: z.boolean(),
  /** A person confirms each match. */
  suggests: z.boolean(),
});
export type MatchRule = z.infer<typeof matchRule>;
export const matchRules = z.array(matchRule);

/** The last time that rules of a currency were applied, or that they wait for the job. */
export const ruleRun = z.object({
  currency: z.string(),
  /** Matches of rules in open days are computed again. */
  isFull: z.boolean(),
  /** The person who changed or applied the rules. */
  by: z.uuid(),
  state: z.enum(['waiting', 'done', 'failed']),
  lines: z.number(),
  matches: z.number(),
});
export type RuleRun = z.infer<typeof ruleRun>;

export const maximumRules = 50;
export const maximumDays = 60;
