import { createHash } from 'node:crypto';

type Kind = 'deposit-received' | 'withdrawal' | 'deposit-exchanged';

/** The fields of a content that its record must show. */
export type Effect = {
  readonly subjectId: string;
  readonly paymentId: string | null;
  /**
   * The deposited amount of a deposit, the estimated amount of a withdrawal. Plain digits without trailing zeros.
   */
  readonly digits: string;
};

/** The bytes of a callback, and the expected result. */
export type Content = {
  readonly businessId: string;
  readonly kind: Kind;
  readonly body: Buffer;
  readonly sha256: string;
  /**
   * Effective: applied to the read model. Raw: stored only. Doubtful: stays in quarantine. Releasable: in
   * quarantine until a person releases it, and effective from then on.
   */
  readonly expectedVerdict: 'effective' | 'raw' | 'doubtful' | 'releasable';
  /** Not JSON: the first delivery is answered 400. */
  readonly isUnreadable: boolean;
  readonly effect: Effect | null;
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Two contents with the same key are the same: business, kind and bytes are equal. */
export const toContentKey = ({
  businessId,
  kind,
  sha256: hash,
}: Readonly<Record<'businessId' | 'kind' | 'sha256', string>>) => `${businessId} ${kind} ${hash}`;

export function createContent(
  options: Pick<Content, 'businessId' | 'kind' | 'expectedVerdict'> & {
    readonly body: string | Buffer;
    readonly isUnreadable?: boolean;
    readonly effect?: Effect;
  },
): Content {
  const body = Buffer.from(options.body);
  return {
    businessId: options.businessId,
    kind: options.kind,
    expectedVerdict: options.expectedVerdict,
    body,
    sha256: sha256(body),
    isUnreadable: options.isUnreadable ?? false,
    effect: options.effect ?? null,
  };
}
