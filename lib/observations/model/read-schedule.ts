import type { Values } from './registers.ts';

/** How often a payment is read, in seconds and days: PAYMENT_READ_*. */
export type ReadingSettings = {
  readonly openSeconds: number;
  readonly recentSeconds: number;
  readonly recentDays: number;
  readonly oldSeconds: number;
  readonly oldDays: number;
};

const day = 86_400_000;
const hour = 3_600_000;
const openStatuses: ReadonlySet<string> = new Set(['NEW', 'PENDING', 'AWAITING']);
/** The longest window for a deposit is 7 days (§2.2): what is open for longer without a change is stuck. */
const longestOpen = 8 * day;

/**
 * When to read a payment next, in milliseconds: each minute while it is open, hourly for 7 days after the last
 * change, daily for 30 days; a reusable payment daily for ever. Null: on demand only.
 */
export function nextReading(
  payment: Values,
  depositStatuses: readonly string[],
  { readAt, changedAt }: { readAt: number; changedAt: number },
  settings: ReadingSettings,
): number | null {
  const age = readAt - changedAt;
  if (isOpen(payment, depositStatuses, age)) return readAt + settings.openSeconds * 1_000;
  if (age < settings.recentDays * day) return readAt + settings.recentSeconds * 1_000;
  if (age < settings.oldDays * day || payment['type'] === 'REUSABLE')
    return readAt + settings.oldSeconds * 1_000;
  return null;
}

function isOpen(payment: Values, depositStatuses: readonly string[], age: number): boolean {
  if (depositStatuses.includes('UNCONFIRMED') && age < longestOpen) return true;
  const status = payment['status'];
  const open = typeof status !== 'string' || openStatuses.has(status);
  // A reusable payment is never finished: it counts as open shortly after something happened.
  return open && age < (payment['type'] === 'REUSABLE' ? hour : longestOpen);
}
