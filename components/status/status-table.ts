import type { LucideIcon } from 'lucide-react';
import {
  ArrowUpFromDot,
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  CircleX,
  Clock,
  Hourglass,
  Layers,
  Radio,
  ShieldQuestion,
  Shuffle,
  TimerOff,
  TrendingDown,
  TrendingUp,
} from 'lucide-react';
import type { Tone } from '#components/ui/tone.ts';
import { tStatus } from '#lib/messages/status.ts';

/** Label, tone and icon of a state. */
export type StatusStyle = { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon };

/** Payment statuses (§2.1). */
const payment: Readonly<Record<string, StatusStyle>> = {
  NEW: { label: tStatus('payment.NEW'), tone: 'neutral', icon: CircleDashed },
  PENDING: { label: tStatus('payment.PENDING'), tone: 'waiting', icon: Clock },
  AWAITING: { label: tStatus('payment.AWAITING'), tone: 'waiting', icon: Hourglass },
  DEPOSITED: { label: tStatus('payment.DEPOSITED'), tone: 'good', icon: CircleCheck },
  EXPIRED: { label: tStatus('payment.EXPIRED'), tone: 'neutral', icon: TimerOff },
  BLOCKED: { label: tStatus('payment.BLOCKED'), tone: 'bad', icon: Ban },
  OVERPAID: { label: tStatus('payment.OVERPAID'), tone: 'attention', icon: ArrowUpFromDot },
  UNPROCESSABLE: { label: tStatus('payment.UNPROCESSABLE'), tone: 'bad', icon: CircleX },
};

/** Deposit statuses (§2.1). */
const deposit: Readonly<Record<string, StatusStyle>> = {
  COMPLIANCE_REVIEW: { label: tStatus('deposit.COMPLIANCE_REVIEW'), tone: 'attention', icon: ShieldQuestion },
  UNCONFIRMED: { label: tStatus('deposit.UNCONFIRMED'), tone: 'waiting', icon: Clock },
  CONFIRMED: { label: tStatus('deposit.CONFIRMED'), tone: 'good', icon: CircleCheck },
  BLOCKED: { label: tStatus('deposit.BLOCKED'), tone: 'bad', icon: Ban },
  UNPROCESSABLE: { label: tStatus('deposit.UNPROCESSABLE'), tone: 'bad', icon: CircleX },
};

/** Refund statuses (§2.1). */
const refund: Readonly<Record<string, StatusStyle>> = {
  PENDING: { label: tStatus('refund.PENDING'), tone: 'waiting', icon: Clock },
  CONFIRMED: { label: tStatus('refund.CONFIRMED'), tone: 'good', icon: CircleCheck },
  NON_REFUNDABLE: { label: tStatus('refund.NON_REFUNDABLE'), tone: 'attention', icon: CircleSlash },
};

/** Statuses of withdrawal callbacks (§2.1). */
const withdrawal: Readonly<Record<string, StatusStyle>> = {
  COMPLETED: { label: tStatus('withdrawal.COMPLETED'), tone: 'good', icon: CircleCheck },
  FAILED: { label: tStatus('withdrawal.FAILED'), tone: 'bad', icon: CircleX },
  BLOCKED: { label: tStatus('withdrawal.BLOCKED'), tone: 'bad', icon: Ban },
};

/** Outcomes of our own requests to create a payment. */
const intent: Readonly<Record<string, StatusStyle>> = {
  SENDING: { label: tStatus('intent.SENDING'), tone: 'waiting', icon: Clock },
  DRAFT: { label: tStatus('intent.DRAFT'), tone: 'neutral', icon: CircleDashed },
  CREATED: { label: tStatus('intent.CREATED'), tone: 'good', icon: CircleCheck },
  REJECTED: { label: tStatus('intent.REJECTED'), tone: 'bad', icon: CircleX },
  UNKNOWN: { label: tStatus('intent.UNKNOWN'), tone: 'attention', icon: CircleHelp },
};

const statusTables = { payment, deposit, refund, withdrawal, intent } as const;
export type StatusKind = keyof typeof statusTables;

/** States that we infer and the service does not report. They are shown outlined. */
export const inferredStates = {
  paid: {
    label: tStatus('inferred.paid.label'),
    tone: 'good',
    icon: CircleCheck,
    why: tStatus('inferred.paid.reason'),
  },
  'reported-by-callback': {
    label: tStatus('inferred.reported-by-callback.label'),
    tone: 'waiting',
    icon: Radio,
    why: tStatus('inferred.reported-by-callback.reason'),
  },
  unmatched: {
    label: tStatus('inferred.unmatched.label'),
    tone: 'attention',
    icon: Radio,
    why: tStatus('inferred.unmatched.reason'),
  },
  under: {
    label: tStatus('inferred.under.label'),
    tone: 'attention',
    icon: TrendingDown,
    why: tStatus('inferred.under.reason'),
  },
  over: {
    label: tStatus('inferred.over.label'),
    tone: 'attention',
    icon: TrendingUp,
    why: tStatus('inferred.over.reason'),
  },
  'within-tolerance': {
    label: tStatus('inferred.within-tolerance.label'),
    tone: 'neutral',
    icon: CircleCheck,
    why: tStatus('inferred.within-tolerance.reason'),
  },
  late: {
    label: tStatus('inferred.late.label'),
    tone: 'attention',
    icon: Clock,
    why: tStatus('inferred.late.reason'),
  },
  mismatch: {
    label: tStatus('inferred.mismatch.label'),
    tone: 'attention',
    icon: Shuffle,
    why: tStatus('inferred.mismatch.reason'),
  },
  several: {
    label: tStatus('inferred.several.label'),
    tone: 'neutral',
    icon: Layers,
    why: tStatus('inferred.several.reason'),
  },
  'expected-expired': {
    label: tStatus('inferred.expected-expired.label'),
    tone: 'neutral',
    icon: TimerOff,
    why: tStatus('inferred.expected-expired.reason'),
  },
  'last-told': {
    label: tStatus('inferred.last-told.label'),
    tone: 'neutral',
    icon: CircleDot,
    why: tStatus('inferred.last-told.reason'),
  },
  contradiction: {
    label: tStatus('inferred.contradiction.label'),
    tone: 'attention',
    icon: CircleAlert,
    why: tStatus('inferred.contradiction.reason'),
  },
} as const satisfies Readonly<Record<string, StatusStyle & { why: string }>>;
export type InferredState = keyof typeof inferredStates;

/** Returns how to show a status of the service. Unknown values keep their own text and a neutral tone. */
export function findStatusStyle(kind: StatusKind, value: string): StatusStyle & { isKnown: boolean } {
  const look = Object.hasOwn(statusTables[kind], value) ? statusTables[kind][value] : undefined;
  return look
    ? { ...look, isKnown: true }
    : { label: value, tone: 'neutral', icon: CircleHelp, isKnown: false };
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
