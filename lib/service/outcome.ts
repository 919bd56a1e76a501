import 'server-only';
import type { Instant } from '#lib/values/instant.ts';

/** The service answered, whatever it said. Nothing about `bytes` has been checked but their number. */
type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly startedAt: Instant;
  /** Its Date header, as it came: the service's own clock. */
  readonly date?: string | null;
  /** Its Retry-After header, as it came. */
  readonly retryAfter?: string | null;
};

/** Nothing left this machine: the service knows nothing of the request. */
export type NotSent = {
  readonly kind: 'not-sent';
  readonly code: 'refused' | 'name-not-found' | 'connect-timeout' | 'tls' | 'connect-failed' | 'switched-off';
  readonly message: string;
  readonly startedAt: Instant;
};

/** Something was sent and no usable answer came: the service may have acted on it. */
export type Unknown = {
  readonly kind: 'unknown';
  readonly code: 'timeout' | 'connection-lost' | 'too-large' | 'not-http';
  readonly message: string;
  readonly startedAt: Instant;
};

/** Everything that can come of a call to the service. */
export type ServiceOutcome = Answer | NotSent | Unknown;
