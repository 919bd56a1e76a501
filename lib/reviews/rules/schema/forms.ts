import * as z from 'zod';
import { isDay } from '#lib/lists/model/query.ts';
import { tRuleRefusals } from '#lib/messages/reviews-server.ts';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { optionalReasonText, reasonText } from '#lib/values/reason-text.ts';
import type { RuleForm } from '../model/form.ts';
import { readForm } from '../model/form.ts';
import type { RuleActions, RuleSpec } from '../model/rule.ts';
import { changeKinds, entityPlaces, figures, groupings, pastDays } from '../model/rule.ts';

const amountText = z.string().transform((text, issues): Amount => {
  const parsed = parseAmount(text);
  if (parsed !== null) return parsed;
  issues.addIssue({ code: 'custom', message: 'not an amount' });
  return z.NEVER;
});
const threshold = { figure: z.enum(figures), currency: z.string(), over: amountText };

const storedCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), ...threshold }),
  z.object({ kind: z.literal('new-address'), ...threshold }),
  z.object({
    kind: z.literal('velocity'),
    per: z.enum(groupings),
    measure: z.discriminatedUnion('of', [
      z.object({ of: z.literal('count'), over: z.int() }),
      z.object({ of: z.literal('sum'), ...threshold }),
    ]),
    span: z.discriminatedUnion('unit', [
      z.object({ unit: z.literal('hours'), hours: z.int() }),
      z.object({ unit: z.literal('day') }),
    ]),
  }),
  z.object({
    kind: z.literal('category'),
    among: z.array(z.enum(entityPlaces)),
    match: z.enum(['equals', 'contains']),
    category: z.string(),
    least: z.int(),
  }),
  z.object({ kind: z.literal('score'), over: amountText }),
  z.object({ kind: z.literal('watch-list') }),
  z.object({
    kind: z.literal('schedule'),
    days: z.array(z.int().min(1).max(7)),
    from: z.int().min(0).max(1_439),
    until: z.int().min(0).max(1_439),
  }),
]);

/** The condition of a rule as stored in review_rule_text. */
export const storedSpec: z.ZodType<RuleSpec> = z.union([
  storedCondition,
  z.object({ kind: z.literal('group'), anyOf: z.array(z.array(storedCondition).min(1)).min(1) }),
]);

/** The actions of a rule as stored in review_rule_text. Versions before actions existed have none. */
export const storedActions: z.ZodType<RuleActions> = z.object({
  dueHours: z.int().min(1).nullable().default(null),
  assignTo: z.string().nullable().default(null),
});

const field = z.string().max(500, tRuleRefusals('form.tooLong', { most: 500 }));
const conditionFields = {
  kind: field,
  figure: field,
  currency: field,
  over: field,
  per: field,
  measure: field,
  times: field,
  unit: field,
  hours: field,
  among: z.array(field).max(10),
  match: field,
  category: field,
  least: field,
  score: field,
  days: z.array(field).max(10),
  from: field,
  until: field,
};
const fields: z.ZodType<RuleForm, RuleForm> = z.object({
  ...conditionFields,
  name: field,
  subject: field,
  more: z.array(z.object({ ...conditionFields, join: field })).max(20),
  dueHours: field,
  assignTo: field,
});

const version = z.int(tRuleRefusals('form.version')).min(1);
const ids = { businessId: z.string(), ruleId: z.string(), version };
const longestReason = 2_000;

/** A new rule (`ruleId` is null) or the next version of a rule. */
export const saveRuleForm = z
  .object({ businessId: z.string(), ruleId: z.string().nullable(), version: z.int().min(0), form: fields })
  .transform(({ form, ...rest }, issues) => {
    const read = readForm(form);
    if ('text' in read) return { ...rest, text: read.text };
    for (const [path, messages] of Object.entries(read.errors))
      for (const message of messages) issues.addIssue({ code: 'custom', path: [path], message });
    return z.NEVER;
  });

export const proposeChangeForm = z.object({
  ...ids,
  kind: z.enum(changeKinds),
  pastDays: z.literal(pastDays),
  reason: reasonText(longestReason),
});

export const decideRuleChangeForm = z.object({
  ...ids,
  answer: z.enum(['approve', 'decline', 'withdraw']),
  comment: optionalReasonText(longestReason),
});

export const discardRuleForm = z.object(ids);

const day = z.string().refine(isDay, tRuleRefusals('form.day'));
/** Inclusive days in the time zone of the business. */
export const backtestRuleForm = z
  .object({ businessId: z.string(), ruleId: z.string(), from: day, until: day })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: tRuleRefusals('form.dayOrder') });

export const stopBacktestForm = z.object({ businessId: z.string(), ruleId: z.string(), runId: z.uuid() });

/** Query parameters of a rule's page: the page of its backtest's results. */
export const ruleQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000).catch(1) });
