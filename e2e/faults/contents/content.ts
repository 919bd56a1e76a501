import { createHash } from 'node:crypto';

type Kind = 'deposit-received' | 'withdrawal' | 'deposit-exchanged';

/** What the effect of a content must show of it. */
export type Effect = {
  readonly subjectId: string;
  readonly paymentId: string | null;
  /** Deposit: the deposited amount; withdrawal: the estimated one. Plain digits without trailing zeros. */
  readonly digits: string;
};

/** The bytes of a callback, and what must become of them. */
export type Content = {
  readonly businessId: string;
  readonly kind: Kind;
  readonly body: Buffer;
  readonly sha256: string;
  /**
   * Effective: in the read model. Raw: kept as it is. Doubtful: in quarantine for good. Releasable: in quarantine until
   * a person releases it; then it is effective.
   */
  readonly fate: 'effective' | 'raw' | 'doubtful' | 'releasable';
  /** No JSON at all: answered 400 the first time. */
  readonly isUnreadable: boolean;
  readonly effect: Effect | null;
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Two contents of one key are one content: same business, kind and bytes. */
export const toContentKey = ({
  businessId,
  kind,
  sha256: hash,
}: Readonly<Record<'businessId' | 'kind' | 'sha256', string>>) => `${businessId} ${kind} ${hash}`;

export function createContent(
  given: Pick<Content, 'businessId' | 'kind' | 'fate'> & {
    readonly body: string | Buffer;
    readonly isUnreadable?: boolean;
    readonly effect?: Effect;
  },
): Content {
  const body = Buffer.from(given.body);
  return {
    businessId: given.businessId,
    kind: given.kind,
    fate: given.fate,
    body,
    sha256: sha256(body),
    isUnreadable: given.isUnreadable ?? false,
    effect: given.effect ?? null,
  };
}
