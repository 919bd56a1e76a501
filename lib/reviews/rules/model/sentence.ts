import { tReviewRules } from '#lib/messages/review-rules.ts';
import { unreachable } from '#lib/values/errors.ts';
import type { SubjectKind } from '../../model.ts';
import type { RuleSpec, Span } from './rule.ts';

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

function describeSpan(span: Span, zone: string): string {
  if (span.unit === 'day') return tReviewRules('span.day', { zone });
  const { hours } = span;
  return hours % 24 === 0 && hours > 24
    ? tReviewRules('span.days', { count: hours / 24 })
    : tReviewRules('span.hours', { count: hours });
}

/**
 * Returns the condition of a rule as a text for people. Amounts keep every digit. `zone` is the time zone of the
 * business, in which its days begin.
 */
export function describeRule(subject: SubjectKind, spec: RuleSpec, zone: string): string {
  switch (spec.kind) {
    case 'amount': {
      const { figure, currency, over: amount } = spec;
      return tReviewRules(`amount.${subject}.${figure}`, { currency, amount });
    }
    case 'new-address': {
      const { figure, currency, over: amount } = spec;
      return tReviewRules(`newAddress.${subject}.${figure}`, { currency, amount });
    }
    case 'velocity': {
      const { per, measure } = spec;
      const span = describeSpan(spec.span, zone);
      if (measure.of === 'count')
        return tReviewRules(`count.${subject}.${per}`, { limit: measure.over, span });
      const { figure, currency, over: amount } = measure;
      return tReviewRules(`sum.${subject}.${per}`, { figure, currency, amount, span });
    }
    case 'category': {
      const { among, match, category, least: count } = spec;
      const places = listFormat.format(among.map((place) => tReviewRules(`places.${subject}.${place}`)));
      return tReviewRules(`category.${subject}.${match}`, { count, category, places });
    }
    default:
      return unreachable(spec);
  }
}

/** Returns the limits of a rule that its sentence doesn't mention. */
export function listCaveats(subject: SubjectKind, spec: RuleSpec): readonly string[] {
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
  if (spec.kind === 'amount' || spec.kind === 'new-address') caveats.push(tReviewRules('caveats.currency'));
  return caveats;
}
