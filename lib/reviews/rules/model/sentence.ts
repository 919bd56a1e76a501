import { unreachable } from '#lib/values/errors.ts';
import type { SubjectKind } from '../../model.ts';
import type { EntityPlace, Figure, Grouping, Measure, RuleSpec, Span, Threshold } from './rule.ts';

const ordinalOf = new Map([
  [1, 'st'],
  [2, 'nd'],
  [3, 'rd'],
]);

/** 1st, 2nd, 3rd, 4th … 11th, 12th, 13th … 21st. */
function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14;
  return `${n}${(teen ? undefined : ordinalOf.get(n % 10)) ?? 'th'}`;
}

const hoursWords = (hours: number): string => {
  if (hours === 1) return 'an hour';
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`;
};

/** What of the subject is over the amount. */
function figureWords(subject: SubjectKind, figure: Figure, currency: string): string {
  if (subject === 'withdrawal')
    switch (figure) {
      case 'coin':
        return `a withdrawal in ${currency} is`;
      case 'display':
        return `a withdrawal denominated in ${currency} is`;
      case 'settlement':
        return `a withdrawal deducted in ${currency} is`;
      case 'eur':
        return `a withdrawal in EUR is`;
      default:
        return unreachable(figure);
    }
  switch (figure) {
    case 'coin':
      return `a deposit in ${currency} is`;
    case 'display':
      return `a deposit displayed in ${currency} is`;
    case 'settlement':
      return `a deposit settled in ${currency} is credited with`;
    case 'eur':
      return 'a deposit is credited in EUR terms with';
    default:
      return unreachable(figure);
  }
}

const overWords = (subject: SubjectKind, { figure, currency, over }: Threshold): string =>
  `${figureWords(subject, figure, currency)} over ${over} ${currency}`;

function groupWords(subject: SubjectKind, per: Grouping): string {
  const deposit = subject === 'deposit';
  switch (per) {
    case 'address':
      return deposit ? 'from one address' : 'to one address';
    case 'reference':
      return 'to payments with one customer reference';
    case 'owner':
      return deposit ? 'from addresses of one owner' : 'to addresses of one owner';
    default:
      return unreachable(per);
  }
}

const spanWords = (span: Span, zone: string): string =>
  span.unit === 'day' ? `on one day (${zone})` : `within ${hoursWords(span.hours)}`;

const sumWords: Readonly<Record<SubjectKind, Readonly<Record<Figure, string>>>> = {
  deposit: { coin: 'in', display: 'displayed in', settlement: 'settled in', eur: 'credited in terms of' },
  withdrawal: { coin: 'in', display: 'denominated in', settlement: 'deducted in', eur: 'in' },
};

function velocityWords(
  subject: SubjectKind,
  { per, measure, span }: { per: Grouping; measure: Measure; span: Span },
  zone: string,
): string {
  const where = `${groupWords(subject, per)} ${spanWords(span, zone)}`;
  const moves = subject === 'deposit' ? 'comes' : 'goes';
  if (measure.of === 'count')
    return `the ${ordinal(measure.over + 1)} ${subject} or a later one ${moves} ${where}`;
  return `${subject}s ${sumWords[subject][measure.figure]} ${measure.currency} ${where} add up to over ${measure.over} ${measure.currency}`;
}

function placesWords(subject: SubjectKind, among: readonly EntityPlace[]): string {
  const owner = subject === 'deposit' ? 'the owner of the sending address' : 'the owner of the address paid';
  const words: Readonly<Record<EntityPlace, string>> = {
    owner,
    source: 'its illicit sources',
    destination: 'its illicit destinations',
  };
  const all = among.map((place) => words[place]);
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`;
}

function conditionWords(subject: SubjectKind, spec: RuleSpec, zone: string): string {
  switch (spec.kind) {
    case 'amount':
      return overWords(subject, spec);
    case 'new-address': {
      const whose = subject === 'deposit' ? 'from which none came before' : 'to which none went before';
      return `${overWords(subject, spec)} and its address is one ${whose}`;
    }
    case 'velocity':
      return velocityWords(subject, spec, zone);
    case 'category': {
      const how = spec.match === 'equals' ? 'is' : 'contains';
      const named = `whose category ${how} “${spec.category}”`;
      const many = spec.least === 1 ? 'an entity' : `at least ${spec.least} entities`;
      return `the assessment of a ${subject} names ${many} ${named} as ${placesWords(subject, spec.among)}`;
    }
    default:
      return unreachable(spec);
  }
}

/** What the rule does, in one sentence. Amounts stand in it digit for digit; `zone` is where days are cut. */
export const describeRule = (subject: SubjectKind, spec: RuleSpec, zone: string): string =>
  `Open a case when ${conditionWords(subject, spec, zone)}.`;

/** What the sentence leaves unsaid and a reader of the rule has to know. */
export function listCaveats(subject: SubjectKind, spec: RuleSpec): readonly string[] {
  const caveats: string[] = [];
  const perAddress = spec.kind === 'new-address' || (spec.kind === 'velocity' && spec.per === 'address');
  if (perAddress && subject === 'deposit')
    caveats.push('Deposits on XRP and XLM are left out: many payers share one address there.');
  if (perAddress && subject === 'withdrawal')
    caveats.push('On XRP and XLM the tag counts as part of the address.');
  if (spec.kind === 'velocity' && spec.measure.of === 'count')
    caveats.push(`Every ${subject} past the limit has a case of its own.`);
  if (spec.kind === 'velocity' && spec.measure.of === 'sum')
    caveats.push(
      subject === 'deposit'
        ? 'Only amounts from the payment’s record are added up: those of a callback may be cumulative.'
        : 'The actual amount is added up, or the estimate while that is all there is.',
    );
  if (spec.kind === 'velocity' && spec.per === 'reference')
    caveats.push(
      'The service knows no customers: the reference is the client payment ID, compared as a whole.',
    );
  if (spec.kind === 'velocity' && spec.per === 'owner')
    caveats.push('The owner is who the risk assessment names; without an assessment there is none.');
  if (spec.kind === 'amount' || spec.kind === 'new-address')
    caveats.push('Nothing is converted: other currencies are not looked at.');
  return caveats;
}
