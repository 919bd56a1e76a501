import type { SpriteIconName } from '#components/ui/sprite-icon.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { tStatus } from '#lib/messages/status.ts';

/** Label, tone and icon of a state. */
export type StatusStyle = { readonly label: string; readonly tone: Tone; readonly icon: SpriteIconName };

/** Payment statuses (§2.1). */
const payment: Readonly<Record<string, StatusStyle>> = {
  NEW: { label: tStatus('payment.NEW'), tone: 'neutral', icon: 'circle-dashed' },
  PENDING: { label: tStatus('payment.PENDING'), tone: 'waiting', icon: 'clock' },
  AWAITING: { label: tStatus('payment.AWAITING'), tone: 'waiting', icon: 'hourglass' },
  DEPOSITED: { label: tStatus('payment.DEPOSITED'), tone: 'good', icon: 'circle-check' },
  EXPIRED: { label: tStatus('payment.EXPIRED'), tone: 'neutral', icon: 'timer-off' },
  BLOCKED: { label: tStatus('payment.BLOCKED'), tone: 'bad', icon: 'ban' },
  OVERPAID: { label: tStatus('payment.OVERPAID'), tone: 'attention', icon: 'arrow-up-from-dot' },
  UNPROCESSABLE: { label: tStatus('payment.UNPROCESSABLE'), tone: 'bad', icon: 'circle-x' },
};

/** Deposit statuses (§2.1). */
const deposit: Readonly<Record<string, StatusStyle>> = {
  COMPLIANCE_REVIEW: {
    label: tStatus('deposit.COMPLIANCE_REVIEW'),
    tone: 'attention',
    icon: 'shield-question',
  },
  UNCONFIRMED: { label: tStatus('deposit.UNCONFIRMED'), tone: 'waiting', icon: 'clock' },
  CONFIRMED: { label: tStatus('deposit.CONFIRMED'), tone: 'good', icon: 'circle-check' },
  BLOCKED: { label: tStatus('deposit.BLOCKED'), tone: 'bad', icon: 'ban' },
  UNPROCESSABLE: { label: tStatus('deposit.UNPROCESSABLE'), tone: 'bad', icon: 'circle-x' },
};

/** Refund statuses (§2.1). */
const refund: Readonly<Record<string, StatusStyle>> = {
  PENDING: { label: tStatus('refund.PENDING'), tone: 'waiting', icon: 'clock' },
  CONFIRMED: { label: tStatus('refund.CONFIRMED'), tone: 'good', icon: 'circle-check' },
  NON_REFUNDABLE: { label: tStatus('refund.NON_REFUNDABLE'), tone: 'attention', icon: 'circle-slash' },
};

/** Statuses of withdrawal callbacks (§2.1). */
const withdrawal: Readonly<Record<string, StatusStyle>> = {
  COMPLETED: { label: tStatus('withdrawal.COMPLETED'), tone: 'good', icon: 'circle-check' },
  FAILED: { label: tStatus('withdrawal.FAILED'), tone: 'bad', icon: 'circle-x' },
  BLOCKED: { label: tStatus('withdrawal.BLOCKED'), tone: 'bad', icon: 'ban' },
};

/** Outcomes of our own requests to create a payment. */
const intent: Readonly<Record<string, StatusStyle>> = {
  SENDING: { label: tStatus('intent.SENDING'), tone: 'waiting', icon: 'clock' },
  PROPOSED: { label: tStatus('intent.PROPOSED'), tone: 'waiting', icon: 'clock' },
  QUEUED: { label: tStatus('intent.QUEUED'), tone: 'neutral', icon: 'circle-dashed' },
  UNSENT: { label: tStatus('intent.UNSENT'), tone: 'neutral', icon: 'circle-dashed' },
  CREATED: { label: tStatus('intent.CREATED'), tone: 'good', icon: 'circle-check' },
  REJECTED: { label: tStatus('intent.REJECTED'), tone: 'bad', icon: 'circle-x' },
  UNKNOWN: { label: tStatus('intent.UNKNOWN'), tone: 'attention', icon: 'circle-help' },
};

const statusTables = { payment, deposit, refund, withdrawal, intent } as const;
export type StatusKind = keyof typeof statusTables;

/** States that we infer and the service does not report. They are shown outlined. */
export const inferredStates = {
  paid: {
    label: tStatus('inferred.paid.label'),
    tone: 'good',
    icon: 'circle-check',
    why: tStatus('inferred.paid.reason'),
  },
  'reported-by-callback': {
    label: tStatus('inferred.reported-by-callback.label'),
    tone: 'waiting',
    icon: 'radio',
    why: tStatus('inferred.reported-by-callback.reason'),
  },
  contradicted: {
    label: tStatus('inferred.contradicted.label'),
    tone: 'attention',
    icon: 'shuffle',
    why: tStatus('inferred.contradicted.reason'),
  },
  unmatched: {
    label: tStatus('inferred.unmatched.label'),
    tone: 'attention',
    icon: 'radio',
    why: tStatus('inferred.unmatched.reason'),
  },
  under: {
    label: tStatus('inferred.under.label'),
    tone: 'attention',
    icon: 'trending-down',
    why: tStatus('inferred.under.reason'),
  },
  over: {
    label: tStatus('inferred.over.label'),
    tone: 'attention',
    icon: 'trending-up',
    why: tStatus('inferred.over.reason'),
  },
  'within-tolerance': {
    label: tStatus('inferred.within-tolerance.label'),
    tone: 'neutral',
    icon: 'circle-check',
    why: tStatus('inferred.within-tolerance.reason'),
  },
  late: {
    label: tStatus('inferred.late.label'),
    tone: 'attention',
    icon: 'clock',
    why: tStatus('inferred.late.reason'),
  },
  mismatch: {
    label: tStatus('inferred.mismatch.label'),
    tone: 'attention',
    icon: 'shuffle',
    why: tStatus('inferred.mismatch.reason'),
  },
  'wrong-coin': {
    label: tStatus('inferred.wrong-coin.label'),
    tone: 'attention',
    icon: 'shuffle',
    why: tStatus('inferred.wrong-coin.reason'),
  },
  'wrong-network': {
    label: tStatus('inferred.wrong-network.label'),
    tone: 'attention',
    icon: 'shuffle',
    why: tStatus('inferred.wrong-network.reason'),
  },
  several: {
    label: tStatus('inferred.several.label'),
    tone: 'neutral',
    icon: 'layers',
    why: tStatus('inferred.several.reason'),
  },
  'expected-expired': {
    label: tStatus('inferred.expected-expired.label'),
    tone: 'neutral',
    icon: 'timer-off',
    why: tStatus('inferred.expected-expired.reason'),
  },
  'last-told': {
    label: tStatus('inferred.last-told.label'),
    tone: 'neutral',
    icon: 'circle-dot',
    why: tStatus('inferred.last-told.reason'),
  },
  contradiction: {
    label: tStatus('inferred.contradiction.label'),
    tone: 'attention',
    icon: 'circle-alert',
    why: tStatus('inferred.contradiction.reason'),
  },
} as const satisfies Readonly<Record<string, StatusStyle & { why: string }>>;
export type InferredState = keyof typeof inferredStates;

/** Returns how to show a status of the service. Unknown values keep their own text and a neutral tone. */
export function findStatusStyle(kind: StatusKind, value: string): StatusStyle & { isKnown: boolean } {
  const look = Object.hasOwn(statusTables[kind], value) ? statusTables[kind][value] : undefined;
  return look
    ? { ...look, isKnown: true }
    : { label: value, tone: 'neutral', icon: 'circle-help', isKnown: false };
}

/** Labels of a refund's reason (§2.1) and type. */
const refundLabels: Readonly<Record<string, string>> = {
  OVERPAYMENT: tStatus('refundReason.OVERPAYMENT'),
  CURRENCY_MISMATCH: tStatus('refundReason.CURRENCY_MISMATCH'),
  FOLLOW_UP_DEPOSIT: tStatus('refundReason.FOLLOW_UP_DEPOSIT'),
  RESTRICTED_CURRENCY: tStatus('refundReason.RESTRICTED_CURRENCY'),
  ILLICIT_DEPOSIT: tStatus('refundReason.ILLICIT_DEPOSIT'),
  PARTIAL: tStatus('refundReason.PARTIAL'),
  FULL: tStatus('refundReason.FULL'),
};
/** Returns the label of a refund's reason or type. Unknown codes are returned unchanged. */
export const findRefundLabel = (value: string): string =>
  (Object.hasOwn(refundLabels, value) ? refundLabels[value] : undefined) ?? value;
