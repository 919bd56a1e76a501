import 'server-only';
import * as z from 'zod';
import type { FactRule } from '../schema/facts.ts';

/** The stored part of the merchant's rule on a fact. */
export const factRuleShape: z.ZodType<FactRule> = z.object({
  ruleId: z.string(),
  number: z.number(),
  name: z.string(),
  says: z.string(),
  found: z.object({
    amount: z.string().optional(),
    currency: z.string().optional(),
    count: z.number().optional(),
    entities: z.number().optional(),
    categories: z.array(z.string()).optional(),
    score: z.string().optional(),
    watched: z.array(z.string()).optional(),
  }),
});
