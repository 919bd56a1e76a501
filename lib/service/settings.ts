import 'server-only';
import { env } from '#lib/platform/env.ts';
import type { Env } from '#lib/platform/env-schema.ts';
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
  /** The currency of a deposit callback's displayRateDepegLossAmount (§6.1). */
  readonly callbackDepegUnit: 'deposit' | 'display';
};

export const serviceSettings = (from: Env = env): ServiceSettings => ({
  baseUrl: from.SERVICE_BASE_URL,
  scheme: from.SERVICE_AUTH_SCHEME,
  credentials: { key: from.SERVICE_API_KEY, secret: from.SERVICE_API_SECRET },
  signature: {
    algorithm: from.SERVICE_SIGNATURE_ALGORITHM,
    encoding: from.SERVICE_SIGNATURE_ENCODING,
    parts: from.SERVICE_SIGNATURE_PARTS,
    join: from.SERVICE_SIGNATURE_JOIN,
  },
  businessAuthentication: from.SERVICE_BUSINESS_AUTH,
  minimumsAuthentication: from.SERVICE_METADATA_AUTH,
  paymentReadPath: from.SERVICE_PAYMENT_READ_PATH ?? null,
  paymentReadAuthentication: from.SERVICE_PAYMENT_READ_AUTH,
  refusedStatuses: from.SERVICE_REFUSED_STATUSES,
  callbackDepegUnit: from.SERVICE_CALLBACK_DEPEG_UNIT,
});
