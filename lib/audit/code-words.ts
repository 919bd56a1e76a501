import 'server-only';
import { tAuditValues } from '#lib/messages/audit.ts';
import { tCallbacks } from '#lib/messages/callbacks.ts';
import { tEvents } from '#lib/messages/events.ts';
import { tExceptions, tResolutionReasons } from '#lib/messages/exceptions.ts';
import { tPaymentLocales } from '#lib/messages/new-payment.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { tReviewFindings } from '#lib/messages/review-case.ts';
import { tReviewCaseReport } from '#lib/messages/review-reports.ts';
import { tReviewRequests, tReviews } from '#lib/messages/reviews.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import { formatRole, roles } from '#lib/values/roles.ts';

/** Returns the words of a code, or null if it has none. */
type Words = (code: string) => string | null;

/** Returns the pages' own words of stored codes. */
function nameCodes<Code extends string>(codes: readonly Code[], toText: (code: Code) => string): Words {
  return (code) => {
    const known = codes.find((one) => one === code);
    return known === undefined ? null : toText(known);
  };
}

const decisions = nameCodes(['clear', 'keep-blocked', 'recommend-refund', 'report'], (kind) =>
  tReviews(`decision.${kind}.label`),
);
const findings = nameCodes(
  [
    ...(['no-concern', 'explained', 'wrong-match', 'unproven-source', 'mixer', 'darknet', 'fraud'] as const),
    ...(['stolen-funds', 'structuring', 'sanctions', 'terrorism', 'other'] as const),
  ],
  (finding) => tReviewFindings(`names.${finding}`),
);
const serviceFacts = nameCodes(
  [
    ...(['deposit-review', 'deposit-blocked', 'refund-illicit', 'refund-restricted', 'risk-entity'] as const),
    ...(['risk-score', 'withdrawal-blocked', 'manual'] as const),
  ],
  (fact) => tReviews(`fact.${fact}`),
);
/** A fact of a rule is named by the rule's ID: `rule:267bc77b-…`. */
const facts: Words = (code) => (code.startsWith('rule:') ? tReviews('fact.rule') : serviceFacts(code));
const exceptionReasons = nameCodes(
  ['rest-paid', 'refunded', 'credited', 'accepted', 'corrected', 'written-off', 'other'],
  (reason) => tResolutionReasons(`reasons.${reason}`),
);
const exceptionStates = nameCodes(
  ['under', 'over', 'late', 'mismatch', 'unmatched', 'contradicted', 'unknown-outcome'],
  (state) => tExceptions(`state.${state}`),
);
const verdicts = nameCodes(
  [
    ...(['received', 'applied', 'conflict', 'new-version', 'orphan-adopted', 'quarantined'] as const),
    ...(['rejected', 'stored', 'expired'] as const),
  ],
  (verdict) => tCallbacks(`verdict.${verdict}`),
);
const steps = nameCodes(['evidence', 'history', 'identity', 'purpose', 'sanctions', 'source'], (step) =>
  tAuditValues(`steps.${step}`),
);
const separators: Words = (code) =>
  nameCodes([',', ';', '\t'], (separator) =>
    tPaymentBatches(
      `columns.separators.${separator === ',' ? 'comma' : separator === ';' ? 'semicolon' : 'tab'}`,
    ),
  )(code);
const pauses = nameCodes(
  [
    ...([
      'person',
      'role',
      'unknown',
      'overloaded',
      'unreachable',
      'failing',
      'refused',
      'restored',
    ] as const),
  ],
  (pause) => tPaymentBatches(`run.pauses.${pause}`),
);
const terms = nameCodes(['ONE_TIME', 'REUSABLE', 'FIXED', 'FLOATING', 'PARENT', 'SELF'], (term) =>
  tPaymentBatches(`terms.${term}`),
);
const roleNames = nameCodes(roles, formatRole);
const eventTypes = nameCodes(
  [
    ...(['payment.created', 'payment.deposited', 'payment.overpaid', 'payment.expired'] as const),
    ...(['deposit.confirmed', 'refund.confirmed', 'withdrawal.completed', 'withdrawal.failed'] as const),
    ...(['review-case.opened', 'review-case.decided', 'review-case.reopened', 'review-case.merged'] as const),
  ],
  (type) => tEvents(`type.${type}`),
);

/** Words of the codes in a field, by its name or by the area of the action and its name. */
const wordsByField: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['role', roleNames],
  ['roles', roleNames],
  ['formerOwner', roleNames],
  ['facts', facts],
  ['ended', facts],
  ['over', facts],
  ['finding', findings],
  ['step', steps],
  ['verdict', verdicts],
  ['states', exceptionStates],
  ['separator', separators],
  [
    'decimalSign',
    nameCodes(['.', ','], (sign) =>
      tPaymentBatches(`columns.decimalSigns.${sign === '.' ? 'point' : 'comma'}`),
    ),
  ],
  [
    'encoding',
    nameCodes(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'], (encoding) =>
      tPaymentBatches(`columns.encodings.${encoding}`),
    ),
  ],
  ['pauseReason', pauses],
  ['type', terms],
  ['rateType', terms],
  ['redirectMode', terms],
  ['language', nameCodes(languages, (language) => tPaymentLocales(`languages.${language}`))],
  [
    'authority',
    nameCodes(['fincen', 'other'], (authority) => tReviewCaseReport(`report.authorities.${authority}`)),
  ],
  ['event-endpoint.types', eventTypes],
  ['review-endpoint.types', eventTypes],
  ['review-case.kind', decisions],
  ['review-desk.kind', decisions],
  ['review-case.to', nameCodes(['service', 'payer'], (recipient) => tReviewRequests(`to.${recipient}`))],
  ['exception.reason', exceptionReasons],
  ['method', nameCodes(['totp'], (method) => tAuditValues(method))],
  ['secondFactor', nameCodes(['totp'], (method) => tAuditValues(method))],
  ['kind', nameCodes(['totp'], (method) => tAuditValues(method))],
]);

/** Returns the words that the pages have for a code of a field, or null. */
export const findCodeWords = (area: string, field: string, code: string): string | null =>
  (wordsByField.get(`${area}.${field}`) ?? wordsByField.get(field))?.(code) ?? null;
