/** What becomes of a mail that could not leave. */

/** Minutes after the first, second, … failure until the next try: a day in all. */
const pauses: readonly number[] = [1, 5, 15, 30, 60, 120, 240, 480, 480];

/** When to try again, in milliseconds from now, after so many tries; null: never. */
export function pauseAfter(attempts: number): number | null {
  const minutes = pauses[attempts - 1];
  return minutes === undefined ? null : minutes * 60_000;
}

export type Failure = {
  /** What the server or the network said, in one line, short. */
  readonly said: string;
  /** `recipient`: this mail will never be taken. `server`: the next mail would fare no better now. `mail`: this one, for now. */
  readonly reach: 'recipient' | 'server' | 'mail';
};

/** Codes of nodemailer and of the network by which the server itself is out of reach, or lets us in no more. */
const ofServer = new Set([
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

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Reads what sending threw. An answer of 500 and over to the recipient is final, one of 400 is not (RFC 5321 §4.2.1). */
export function classifyDeliveryError(thrown: unknown): Failure {
  const error: Readonly<Record<string, unknown>> =
    typeof thrown === 'object' && thrown !== null ? { ...thrown } : {};
  const message = thrown instanceof Error ? thrown.message : 'unknown';
  const said = (text(error['response']) || message)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300);
  const code = text(error['code']);
  if (ofServer.has(code)) return { said: said || code, reach: 'server' };
  const answer = error['responseCode'];
  const isFinal = typeof answer === 'number' && answer >= 500;
  return { said: said || code, reach: isFinal && code === 'EENVELOPE' ? 'recipient' : 'mail' };
}
