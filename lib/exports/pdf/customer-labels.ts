import 'server-only';

/**
 * What a customer reads instead of the service's own words. What is held for review, blocked or sent back for suspicion
 * reads as any other thing that is under way or did not come about: a payer must not learn from a document of ours that
 * they are looked at. A word that the interface does not name is never passed on.
 */
type CustomerLabels = Readonly<Record<string, string>>;

const inProgress = 'In progress';
const notCompleted = 'Not completed';
const notAccepted = 'The deposit could not be accepted';

const payment: CustomerLabels = {
  NEW: 'Open',
  PENDING: inProgress,
  AWAITING: inProgress,
  DEPOSITED: 'Paid',
  OVERPAID: 'Paid, with more than was asked',
  EXPIRED: 'Expired',
  BLOCKED: notCompleted,
  UNPROCESSABLE: notCompleted,
};

const deposit: CustomerLabels = {
  UNCONFIRMED: inProgress,
  COMPLIANCE_REVIEW: inProgress,
  CONFIRMED: 'Received',
  BLOCKED: notCompleted,
  UNPROCESSABLE: notCompleted,
};

const refund: CustomerLabels = {
  PENDING: inProgress,
  CONFIRMED: 'Sent back',
  NON_REFUNDABLE: 'Cannot be sent back',
};

const refundType: CustomerLabels = { FULL: 'In full', PARTIAL: 'In part' };

const refundReason: CustomerLabels = {
  OVERPAYMENT: 'More was paid than was asked',
  CURRENCY_MISMATCH: 'Paid in another coin or on another network than was chosen',
  FOLLOW_UP_DEPOSIT: 'Paid again after the payment',
  RESTRICTED_CURRENCY: notAccepted,
  ILLICIT_DEPOSIT: notAccepted,
};

const type: CustomerLabels = { ONE_TIME: 'To be paid once', REUSABLE: 'Can be paid again and again' };
const rateType: CustomerLabels = { FIXED: 'Fixed', FLOATING: 'Floating' };

const tables = { payment, deposit, refund, refundType, refundReason, type, rateType } as const;

/** In words for a customer; null where it is not known, or not known to the interface. */
export function findCustomerLabel(kind: keyof typeof tables, value: string | null): string | null {
  const table: CustomerLabels = tables[kind];
  return value !== null && Object.hasOwn(table, value) ? (table[value] ?? null) : null;
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** `2026-11-03T01:30:00+05:30` → `3 November 2026, 01:30:00 (+05:30)`. */
export function formatCustomerTime(written: string): string {
  const [, year, month, day, clock, offset] =
    /^(\d+)-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(.*)$/.exec(written) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? written : `${Number(day)} ${name} ${year}, ${clock} (${offset})`;
}
