import 'server-only';
import type { Instant } from '#lib/values/instant.ts';

/** The service answered. Only the length of `bytes` has been checked. */
type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly startedAt: Instant;
  /** The Date header as received: the service’s own clock. */
  readonly date?: string | null;
  /** The Retry-After header as received. */
  readonly retryAfter?: string | null;
};

/** The request was not sent, so the service can’t have acted on it. */
export type UnsentOutcome = {
  readonly kind: 'not-sent';
  readonly code: 'refused' | 'name-not-found' | 'connect-timeout' | 'tls' | 'connect-failed' | 'switched-off';
  readonly message: string;
  readonly startedAt: Instant;
};

/** The request was sent and no usable answer arrived. The service may have acted on it. */
export type UnknownOutcome = {
  readonly kind: 'unknown';
  readonly code: 'timeout' | 'connection-lost' | 'too-large' | 'not-http';
  readonly message: string;
  readonly startedAt: Instant;
};

/** Every outcome of a call to the service. */
export type ServiceOutcome = Answer | UnsentOutcome | UnknownOutcome;
