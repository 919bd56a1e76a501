import 'server-only';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { exchange, recordLimits } from './exchange.ts';
import type { ServiceOutcome } from './outcome.ts';
import type { Authentication, ServiceSettings } from './settings.ts';
import { serviceSettings } from './settings.ts';
import { authorization } from './signing.ts';

/** The service's operations. Each resolves to what came of the call and never throws for what the service does. */
type ServiceClient = {
  /** §4.1. `body` is sent, and signed, byte for byte. */
  readonly createPayment: (body: string) => Promise<ServiceOutcome>;
  /** §4.2. */
  readonly readBusiness: (businessId: BusinessId) => Promise<ServiceOutcome>;
  /** §4.3: the deposit minimums. */
  readonly readMinimums: () => Promise<ServiceOutcome>;
  /** §4.4: the path is not shown; `not-sent`, code `switched-off`, where SERVICE_PAYMENT_READ_PATH is not set. */
  readonly readPayment: (paymentId: PaymentId) => Promise<ServiceOutcome>;
};

/** Whether payments can be read at all; pages say so where they can't. */
export const paymentsCanBeRead = (): boolean => serviceSettings().paymentReadPath !== null;

/** Whether an answer to creating a payment means that none was made (§7 shows no errors: an assumption). */
export const createWasRefused = (status: number): boolean =>
  serviceSettings().refusedStatuses.includes(status);

/** Whether an answer means that what was asked for was done: 200 alone, unless a variable says more (§7). */
export const isSuccess = (status: number): boolean => serviceSettings().successStatuses.includes(status);

export function service(
  clock: Clock = systemClock,
  settings: ServiceSettings = serviceSettings(),
): ServiceClient {
  const call = (
    method: 'GET' | 'POST',
    path: string,
    authentication: Authentication,
    { body = null, limits }: { body?: string | null; limits?: typeof recordLimits } = {},
  ): Promise<ServiceOutcome> => {
    const url = new URL(settings.baseUrl + path);
    const headers: Record<string, string> = { accept: 'application/json', 'cache-control': 'no-store' };
    if (body !== null) headers['content-type'] = 'application/json';
    if (authentication === 'bare') headers['authorization'] = settings.credentials.key;
    if (authentication === 'signed')
      headers['authorization'] = authorization(settings.scheme, settings.signature, settings.credentials, {
        timestamp: String(inSeconds(clock.now())),
        method,
        path: url.pathname + url.search,
        body: body ?? '',
      });
    return exchange({ method, url, headers, body }, clock, limits);
  };

  return {
    createPayment: (body) => call('POST', '/api/v1/payments', 'signed', { body }),
    readBusiness: (businessId) =>
      call('GET', `/api/v1/businesses/${encodeURIComponent(businessId)}`, settings.businessAuthentication),
    readMinimums: () =>
      call('GET', '/api/v1/payment/deposits/crypto/metadata', settings.minimumsAuthentication),
    readPayment: async (paymentId) =>
      settings.paymentReadPath === null
        ? {
            kind: 'not-sent',
            code: 'switched-off',
            message: 'SERVICE_PAYMENT_READ_PATH is not set, so payments cannot be read',
            startedAt: clock.now(),
          }
        : call(
            'GET',
            settings.paymentReadPath.replaceAll('{paymentId}', encodeURIComponent(paymentId)),
            settings.paymentReadAuthentication,
            { limits: recordLimits },
          ),
  };
}
