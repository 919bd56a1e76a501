import type { FieldValues } from './registers.ts';

/** The intervals between reads of a payment, in seconds and days (PAYMENT_READ_*). */
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
/** A deposit window is at most 7 days (§2.2). A payment that is open for longer without a change is stuck. */
const maxOpenMs = 8 * day;

/**
 * Returns when to read a payment next, in milliseconds: each minute while it is open, hourly for 7 days after the
 * last change, then daily for 30 days. A reusable payment is read daily forever. Null means on demand only.
 */
export function scheduleNextRead(
  payment: FieldValues,
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

function isOpen(payment: FieldValues, depositStatuses: readonly string[], age: number): boolean {
  if (depositStatuses.includes('UNCONFIRMED') && age < maxOpenMs) return true;
  const status = payment['status'];
  const open = typeof status !== 'string' || openStatuses.has(status);
  // A reusable payment never ends. It counts as open for an hour after a change.
  return open && age < (payment['type'] === 'REUSABLE' ? hour : maxOpenMs);
}
