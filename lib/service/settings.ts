import 'server-only';
import { env } from '#lib/platform/env.ts';
import type { Credentials, SignatureSettings } from './signing.ts';

export type Authentication = 'none' | 'bare' | 'signed';

/** How we speak to the service: the one typed home of what the interface leaves open. */
export type ServiceSettings = {
  readonly baseUrl: string;
  readonly scheme: string;
  readonly credentials: Credentials;
  readonly signature: SignatureSettings;
  readonly businessAuthentication: Authentication;
  readonly minimumsAuthentication: Authentication;
  /** Null: payments can't be read. */
  readonly paymentReadPath: string | null;
  readonly paymentReadAuthentication: Authentication;
  /** Answers to a create request that mean: no payment was made. */
  readonly refusedStatuses: readonly number[];
};

export const serviceSettings = (): ServiceSettings => ({
  baseUrl: env.SERVICE_BASE_URL,
  scheme: env.SERVICE_AUTH_SCHEME,
  credentials: { key: env.SERVICE_API_KEY, secret: env.SERVICE_API_SECRET },
  signature: {
    algorithm: env.SERVICE_SIGNATURE_ALGORITHM,
    encoding: env.SERVICE_SIGNATURE_ENCODING,
    parts: env.SERVICE_SIGNATURE_PARTS,
    join: env.SERVICE_SIGNATURE_JOIN,
  },
  businessAuthentication: env.SERVICE_BUSINESS_AUTH,
  minimumsAuthentication: env.SERVICE_METADATA_AUTH,
  paymentReadPath: env.SERVICE_PAYMENT_READ_PATH ?? null,
  paymentReadAuthentication: env.SERVICE_PAYMENT_READ_AUTH,
  refusedStatuses: env.SERVICE_REFUSED_STATUSES,
});
