import { tReviewRules } from '#lib/messages/review-rules.ts';
import type { Amount } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import { unreachable } from '#lib/values/errors.ts';
import type { TransferKind } from '../../model-transfers.ts';
import type { Condition, RuleActions, RuleSpan, RuleSpec } from './rule.ts';
import { listConditions } from './rule.ts';
import { formatMinute, formatWeekday } from './schedule.ts';

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });
const choiceFormat = new Intl.ListFormat('en', { type: 'disjunction' });

/** Groups the digits of an amount. Each digit stays as written. */
function formatLimit(amount: Amount): string {
  const count = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: count, maximumFractionDigits: count });
  return format.format(brand<Intl.StringNumericLiteral>(amount));
}

function describeSpan(span: RuleSpan, zone: string): string {
  if (span.unit === 'day') return tReviewRules('span.day', { zone });
  const { hours } = span;
  return hours % 24 === 0 && hours > 24
    ? tReviewRules('span.days', { count: hours / 24 })
    : tReviewRules('span.hours', { count: hours });
}

function describeCondition(subject: TransferKind, condition: Condition, zone: string): string {
  switch (condition.kind) {
    case 'amount': {
      const { figure, currency, over: amount } = condition;
      return tReviewRules(`amount.${subject}.${figure}`, { currency, amount: formatLimit(amount) });
    }
    case 'new-address': {
      const { figure, currency, over: amount } = condition;
      return tReviewRules(`newAddress.${subject}.${figure}`, { currency, amount: formatLimit(amount) });
    }
    case 'velocity': {
      const { per, measure } = condition;
      const span = describeSpan(condition.span, zone);
      if (measure.of === 'count')
        return tReviewRules(`count.${subject}.${per}`, { limit: measure.over, span });
      const { figure, currency, over: amount } = measure;
      return tReviewRules(`sum.${subject}.${per}`, { figure, currency, amount: formatLimit(amount), span });
    }
    case 'category': {
      const { among, match, category, least: count } = condition;
      const places = listFormat.format(among.map((place) => tReviewRules(`places.${subject}.${place}`)));
      return tReviewRules(`category.${subject}.${match}`, { count, category, places });
    }
    case 'score':
      return tReviewRules(`score.${subject}`, { score: condition.over });
    case 'watch-list':
      return tReviewRules(`watchList.${subject}`);
    case 'schedule': {
      const { days, from, until } = condition;
      const on = days.length === 7 ? 'all' : listFormat.format(days.map(formatWeekday));
      return tReviewRules(`schedule.${subject}`, {
        days: on,
        from: formatMinute(from),
        until: formatMinute(until),
        zone,
      });
    }
    default:
      return unreachable(condition);
  }
}

/** Joins groups as "(A and B), or C". */
function describeGroups(
  subject: TransferKind,
  groups: readonly (readonly Condition[])[],
  zone: string,
): string {
  const texts = groups.map((group) => {
    const all = listFormat.format(group.map((condition) => describeCondition(subject, condition, zone)));
    return group.length > 1 && groups.length > 1 ? `(${all})` : all;
  });
  return choiceFormat.format(texts);
}

/**
 * Returns the condition of a rule as a text for people. Amounts keep every digit. `zone` is the time zone of the
 * business, in which its days begin.
 */
export function describeRule(subject: TransferKind, spec: RuleSpec, zone: string): string {
  const condition =
    spec.kind === 'group'
      ? describeGroups(subject, spec.anyOf, zone)
      : describeCondition(subject, spec, zone);
  return tReviewRules('sentence', { condition });
}

/** Returns the limits of a rule that its sentence doesn't mention, each once. */
export const listCaveats = (subject: TransferKind, spec: RuleSpec): readonly string[] => [
  ...new Set(listConditions(spec).flatMap((condition) => listConditionCaveats(subject, condition))),
];

function listConditionCaveats(subject: TransferKind, spec: Condition): readonly string[] {
  const isPerAddress = spec.kind === 'new-address' || (spec.kind === 'velocity' && spec.per === 'address');
  const caveats: string[] = [];
  if (spec.kind === 'new-address') caveats.push(tReviewRules(`caveats.newAddress.${subject}`));
  if (isPerAddress) caveats.push(tReviewRules(`caveats.sharedAddress.${subject}`));
  if (spec.kind === 'velocity') {
    const { measure, per } = spec;
    caveats.push(tReviewRules(`caveats.${measure.of === 'count' ? 'everyCase' : 'summed'}.${subject}`));
    if (per === 'reference') caveats.push(tReviewRules('caveats.reference'));
    if (per === 'owner') caveats.push(tReviewRules('caveats.owner'));
  }
  if (spec.kind === 'score') caveats.push(tReviewRules('caveats.score'));
  if (spec.kind === 'watch-list') caveats.push(tReviewRules('caveats.watchList'));
  if (spec.kind === 'amount' || spec.kind === 'new-address') caveats.push(tReviewRules('caveats.currency'));
  return caveats;
}

/** Returns what happens to a case that the rule opens, as sentences. Empty if nothing unusual happens. */
export function describeActions(
  { dueHours, assignTo }: RuleActions,
  toName: (personId: string) => string,
): readonly string[] {
  return [
    ...(dueHours === null ? [] : [tReviewRules('effects.due', { count: dueHours })]),
    ...(assignTo === null ? [] : [tReviewRules('effects.assign', { person: toName(assignTo) })]),
  ];
}
