import 'server-only';
import { tService } from '#lib/messages/connection.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { countServiceRequest } from '#lib/platform/metrics.ts';
import type { ServiceKey } from '#lib/platform/model-service-keys.ts';
import { releaseRequestSlot } from '#lib/platform/request-slot.ts';
import { traceSpan } from '#lib/platform/tracing.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { ServiceOutcome } from './outcome.ts';
import { paymentRecordLimits, sendRequest } from './send-request.ts';
import type { Authentication, ServiceSettings } from './settings.ts';
import { serviceSettings } from './settings.ts';
import { buildAuthorization } from './signing.ts';

/** The operations of the service. Each resolves to an outcome and never throws for failures of the service. */
type ServiceClient = {
  /** Creates a payment (§4.1). `body` is sent and signed byte for byte. */
  readonly createPayment: (body: string) => Promise<ServiceOutcome>;
  /** Reads the business (§4.2). */
  readonly readBusiness: (businessId: BusinessId) => Promise<ServiceOutcome>;
  /** Reads the deposit minimums (§4.3). */
  readonly readMinimums: () => Promise<ServiceOutcome>;
  /**
   * Reads a payment (§4.4). The interface doesn’t define the path. Resolves to `not-sent` with code `switched-off`
   * without SERVICE_PAYMENT_READ_PATH.
   */
  readonly readPayment: (paymentId: PaymentId) => Promise<ServiceOutcome>;
};

/** Returns whether payments can be read. Pages say so when they can’t. */
export const canReadPayments = (): boolean => serviceSettings().paymentReadPath !== null;

/**
 * Returns whether an answer to a create request means that no payment was made. The interface defines no errors (§7),
 * so this is an assumption.
 */
export const isCreateRefused = (status: number): boolean =>
  serviceSettings().refusedStatuses.includes(status);

/** Returns whether a status means success: 200, or what a variable adds (§7). */
export const isSuccess = (status: number): boolean => serviceSettings().successStatuses.includes(status);

/**
 * Returns true if another key may be tried: the answer names the key as the reason, and a create request with it made no
 * payment.
 */
const isKeyRefused = (
  outcome: ServiceOutcome,
  method: 'GET' | 'POST',
  { refusedStatuses }: ServiceSettings,
): boolean =>
  outcome.kind === 'answer' &&
  (outcome.status === 401 || outcome.status === 403) &&
  (method === 'GET' || refusedStatuses.includes(outcome.status));

/** Returns a client of the service with these settings. */
export function createServiceClient(
  clock: Clock = systemClock,
  settings: ServiceSettings = serviceSettings(),
): ServiceClient {
  const call = async (
    operation: keyof ServiceClient,
    method: 'GET' | 'POST',
    path: string,
    authentication: Authentication,
    { body = null, limits }: { body?: string | null; limits?: typeof paymentRecordLimits } = {},
  ): Promise<ServiceOutcome> => {
    // A slow service must not take the turns of other people.
    releaseRequestSlot();
    const url = new URL(settings.baseUrl + path);
    const send = (credentials: ServiceKey): Promise<ServiceOutcome> => {
      const headers: Record<string, string> = { accept: 'application/json', 'cache-control': 'no-store' };
      if (body !== null) headers['content-type'] = 'application/json';
      if (authentication === 'bare') headers['authorization'] = credentials.key;
      if (authentication === 'signed')
        headers['authorization'] = buildAuthorization(settings.scheme, settings.signature, credentials, {
          timestamp: String(toUnixSeconds(clock.now())),
          method,
          path: url.pathname + url.search,
          body: body ?? '',
        });
      return traceSpan(
        { name: `service ${operation}`, kind: 'client', attributes: { 'http.request.method': method } },
        async (span) => {
          const outcome = await sendRequest({ method, url, headers, body }, clock, limits);
          countServiceRequest(outcome);
          span.add(
            outcome.kind === 'answer'
              ? { 'countinghouse.outcome': outcome.kind, 'http.response.status_code': outcome.status }
              : { 'countinghouse.outcome': outcome.kind, 'error.type': outcome.code },
          );
          return outcome;
        },
      );
    };
    const [newest, ...others] = settings.credentials;
    let outcome = await send(newest);
    if (authentication === 'none') return outcome;
    for (const credentials of others) {
      if (!isKeyRefused(outcome, method, settings)) break;
      outcome = await send(credentials);
    }
    return outcome;
  };

  return {
    createPayment: (body) => call('createPayment', 'POST', '/api/v1/payments', 'signed', { body }),
    readBusiness: (businessId) =>
      call(
        'readBusiness',
        'GET',
        `/api/v1/businesses/${encodeURIComponent(businessId)}`,
        settings.businessAuthentication,
      ),
    readMinimums: () =>
      call(
        'readMinimums',
        'GET',
        '/api/v1/payment/deposits/crypto/metadata',
        settings.minimumsAuthentication,
      ),
    readPayment: async (paymentId) =>
      settings.paymentReadPath === null
        ? {
            kind: 'not-sent',
            code: 'switched-off',
            message: tService('notSent.switched-off'),
            startedAt: clock.now(),
          }
        : call(
            'readPayment',
            'GET',
            settings.paymentReadPath.replaceAll('{paymentId}', encodeURIComponent(paymentId)),
            settings.paymentReadAuthentication,
            { limits: paymentRecordLimits },
          ),
  };
}
