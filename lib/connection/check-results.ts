import 'server-only';
import { tConnectionChecks } from '#lib/messages/operations.ts';

/** The result of comparing the address on the business's record with ours. */
export type AddressMatch = 'same' | 'older-key' | 'elsewhere' | 'missing';

/** Compares the recorded address with `ours`, the addresses under each active key, newest first. */
export function matchAddress(recorded: string | null | undefined, ours: readonly string[]): AddressMatch {
  if (recorded === null || recorded === undefined || recorded.trim() === '') return 'missing';
  const at = ours.indexOf(recorded.trim());
  if (at === 0) return 'same';
  return at > 0 ? 'older-key' : 'elsewhere';
}

const smallSkewMs = 5_000;
const acceptableSkewMs = 60_000;

/**
 * Returns how far the service's clock is ahead of ours, in milliseconds, or null if it reported no time. Its header
 * has whole seconds, so half a second is added.
 */
export function measureClockSkew(
  date: string | null | undefined,
  startedAt: number,
  endedAt: number,
): number | null {
  const serviceTime = Date.parse(date ?? '');
  return Number.isNaN(serviceTime) ? null : Math.round(serviceTime + 500 - (startedAt + endedAt) / 2);
}

/** Rates a clock difference, with its whole seconds for a message. The sign doesn't matter. */
export function classifyClockSkew(skewMs: number): {
  readonly state: 'good' | 'attention' | 'bad';
  readonly seconds: string;
} {
  const size = Math.abs(skewMs);
  const seconds = String(Math.max(1, Math.round(size / 1_000)));
  return { state: size <= smallSkewMs ? 'good' : size <= acceptableSkewMs ? 'attention' : 'bad', seconds };
}

/** Describes a difference to the service's clock. Requests carry our time, and the service can refuse one far from its own. */
export function describeClockSkew(skew: number | null): {
  state: 'good' | 'attention' | 'bad';
  message: string;
} {
  if (skew === null) return { state: 'attention', message: tConnectionChecks('clock.noTime') };
  const { state, seconds } = classifyClockSkew(skew);
  if (state === 'good') return { state, message: tConnectionChecks('clock.equal', { seconds }) };
  const direction = skew > 0 ? 'behind' : 'ahead';
  const message = state === 'bad' ? (`${direction}Refused` as const) : direction;
  return { state, message: tConnectionChecks(`clock.${message}`, { seconds }) };
}
