/** Rules for retrying a mail that could not be sent. */

/** Minutes to wait after the first, second, … failure. They cover a day. */
const retryMinutes: readonly number[] = [1, 5, 15, 30, 60, 120, 240, 480, 480];

/** Returns the milliseconds until the next attempt, or null if there is none. */
export function findRetryDelay(attempts: number): number | null {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? null : minutes * 60_000;
}

export type DeliveryFailure = {
  /** The error of the server or the network, shortened to one line. */
  readonly reason: string;
  /**
   * `recipient`: this mail will never be accepted. `server`: every mail would fail now. `mail`: this mail failed
   * for now.
   */
  readonly reach: 'recipient' | 'server' | 'mail';
};

/** Codes of nodemailer and of the network for a server that is unreachable or refuses our credentials. */
const serverCodes = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'EPROTOCOL',
]);

const toText = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Classifies the error of a failed delivery. A reply code of 500 or more for the recipient is final, one of 400 is
 * not (RFC 5321 §4.2.1).
 */
export function classifyDeliveryError(thrown: unknown): DeliveryFailure {
  const error: Readonly<Record<string, unknown>> =
    typeof thrown === 'object' && thrown !== null ? { ...thrown } : {};
  const message = thrown instanceof Error ? thrown.message : 'unknown';
  const reason = (toText(error['response']) || message)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300);
  const code = toText(error['code']);
  if (serverCodes.has(code)) return { reason: reason || code, reach: 'server' };
  const replyCode = error['responseCode'];
  const isFinal = typeof replyCode === 'number' && replyCode >= 500;
  return { reason: reason || code, reach: isFinal && code === 'EENVELOPE' ? 'recipient' : 'mail' };
}
