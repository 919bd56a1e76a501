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

/** What a state is called, what it means and its shape. */
export type StatusLook = { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon };

/** §2.1, payment status. */
const payment: Readonly<Record<string, StatusLook>> = {
  NEW: { label: 'New', tone: 'neutral', icon: CircleDashed },
  PENDING: { label: 'Pending', tone: 'waiting', icon: Clock },
  AWAITING: { label: 'Awaiting', tone: 'waiting', icon: Hourglass },
  DEPOSITED: { label: 'Deposited', tone: 'good', icon: CircleCheck },
  EXPIRED: { label: 'Expired', tone: 'neutral', icon: TimerOff },
  BLOCKED: { label: 'Blocked', tone: 'bad', icon: Ban },
  OVERPAID: { label: 'Overpaid', tone: 'attention', icon: ArrowUpFromDot },
  UNPROCESSABLE: { label: 'Unprocessable', tone: 'bad', icon: CircleX },
};

/** §2.1, deposit status. */
const deposit: Readonly<Record<string, StatusLook>> = {
  COMPLIANCE_REVIEW: { label: 'Compliance review', tone: 'attention', icon: ShieldQuestion },
  UNCONFIRMED: { label: 'Unconfirmed', tone: 'waiting', icon: Clock },
  CONFIRMED: { label: 'Confirmed', tone: 'good', icon: CircleCheck },
  BLOCKED: { label: 'Blocked', tone: 'bad', icon: Ban },
  UNPROCESSABLE: { label: 'Unprocessable', tone: 'bad', icon: CircleX },
};

/** §2.1, refund status. */
const refund: Readonly<Record<string, StatusLook>> = {
  PENDING: { label: 'Pending', tone: 'waiting', icon: Clock },
  CONFIRMED: { label: 'Confirmed', tone: 'good', icon: CircleCheck },
  NON_REFUNDABLE: { label: 'Non-refundable', tone: 'attention', icon: CircleSlash },
};

/** §2.1, withdrawal callback status. */
const withdrawal: Readonly<Record<string, StatusLook>> = {
  COMPLETED: { label: 'Completed', tone: 'good', icon: CircleCheck },
  FAILED: { label: 'Failed', tone: 'bad', icon: CircleX },
  BLOCKED: { label: 'Blocked', tone: 'bad', icon: Ban },
};

/** What became of our own request to create a payment. */
const intent: Readonly<Record<string, StatusLook>> = {
  SENDING: { label: 'On its way', tone: 'waiting', icon: Clock },
  DRAFT: { label: 'Not sent', tone: 'neutral', icon: CircleDashed },
  CREATED: { label: 'Created', tone: 'good', icon: CircleCheck },
  REJECTED: { label: 'Rejected', tone: 'bad', icon: CircleX },
  UNKNOWN: { label: 'Outcome unknown', tone: 'attention', icon: CircleHelp },
};

const statusTables = { payment, deposit, refund, withdrawal, intent } as const;
export type StatusKind = keyof typeof statusTables;

/** States that we infer; the service does not state them. They look different: outlined. */
export const inferredStates = {
  paid: {
    label: 'Paid (inferred)',
    tone: 'good',
    icon: CircleCheck,
    why: 'Confirmed deposits cover what was asked. No read has confirmed the status yet.',
  },
  'reported-by-callback': {
    label: 'Reported by callback',
    tone: 'waiting',
    icon: Radio,
    why: 'A callback reported it, and the service has told no record of it here.',
  },
  unmatched: {
    label: 'Unmatched',
    tone: 'attention',
    icon: Radio,
    why: 'A deposit was reported for a payment of which the service has told no record here.',
  },
  under: {
    label: 'Under',
    tone: 'attention',
    icon: TrendingDown,
    why: 'Less was deposited than asked, in the same currency.',
  },
  over: {
    label: 'Over',
    tone: 'attention',
    icon: TrendingUp,
    why: 'More was deposited than asked, in the same currency.',
  },
  late: {
    label: 'Late',
    tone: 'attention',
    icon: Clock,
    why: 'A deposit came after the payment had expired.',
  },
  mismatch: {
    label: 'Other currency',
    tone: 'attention',
    icon: Shuffle,
    why: 'Deposited in another coin or on another network than chosen.',
  },
  several: {
    label: 'Several deposits',
    tone: 'neutral',
    icon: Layers,
    why: 'More than one deposit was made to this payment.',
  },
  'expected-expired': {
    label: 'Past expiry',
    tone: 'neutral',
    icon: TimerOff,
    why: 'Its time is over by our clock. The service has not told us so.',
  },
  'last-told': {
    label: 'As last told',
    tone: 'neutral',
    icon: CircleDot,
    why: 'Payments are not read here, so the status may have changed since.',
  },
  contradiction: {
    label: 'Contradiction',
    tone: 'attention',
    icon: CircleAlert,
    why: 'What we were told does not fit together. See the timeline.',
  },
} as const satisfies Readonly<Record<string, StatusLook & { why: string }>>;
export type InferredState = keyof typeof inferredStates;

/** The look of a service's status; a value that the interface does not name is shown as it came, in neutral. */
export function statusLook(kind: StatusKind, value: string): StatusLook & { known: boolean } {
  const look = Object.hasOwn(statusTables[kind], value) ? statusTables[kind][value] : undefined;
  return look ? { ...look, known: true } : { label: value, tone: 'neutral', icon: CircleHelp, known: false };
}

/** The words for a refund's reason (§2.1) and type; unknown ones as they came. */
const refundWords: Readonly<Record<string, string>> = {
  OVERPAYMENT: 'Overpayment',
  CURRENCY_MISMATCH: 'Currency mismatch',
  FOLLOW_UP_DEPOSIT: 'Follow-up deposit',
  RESTRICTED_CURRENCY: 'Restricted currency',
  ILLICIT_DEPOSIT: 'Illicit deposit',
  PARTIAL: 'Partial',
  FULL: 'Full',
};
export const refundWord = (value: string): string =>
  (Object.hasOwn(refundWords, value) ? refundWords[value] : undefined) ?? value;
