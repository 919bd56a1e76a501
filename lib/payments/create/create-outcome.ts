import 'server-only';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { ServiceOutcome } from '#lib/service/index.ts';
import { isCreateRefused, isSuccess, readServiceMessage } from '#lib/service/index.ts';
import type { BusinessId, ClientPaymentId, PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonSyntaxError } from '#lib/values/json.ts';
import { toSafeLink } from '#lib/values/links.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';

type Failed = {
  readonly state: 'UNSENT' | 'REJECTED' | 'UNKNOWN';
  readonly httpStatus: number | null;
  readonly errorCode: string;
  readonly errorMessage: string;
};

/** Outcome of a create request. `record` is set when the answer contains our payment and must be observed. */
export type CreateOutcome = (
  | {
      readonly state: 'CREATED';
      readonly httpStatus: number;
      readonly paymentUrl: string;
    }
  | Failed
) & {
  readonly record: { readonly paymentId: PaymentId; readonly body: Uint8Array<ArrayBuffer> } | null;
};

/** Ids that the answer must repeat. */
export type RequestIds = { readonly businessId: BusinessId; readonly clientPaymentId: ClientPaymentId };

const failed = (
  state: Failed['state'],
  errorCode: string,
  errorMessage: string,
  httpStatus: number | null = null,
): CreateOutcome => ({ state, httpStatus, errorCode, errorMessage, record: null });

const describeRefusal = (httpStatus: number, bytes: Uint8Array): string => {
  const reason = readServiceMessage(bytes);
  const status = String(httpStatus);
  return reason === null
    ? tPaymentRefusals('outcome.refused', { status })
    : tPaymentRefusals('outcome.refusedWithReason', { status, reason });
};

const toObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Reads a success answer (§4.1). The payment counts as created only with both our ids and a safe link. */
function readSuccess(bytes: Uint8Array<ArrayBuffer>, ids: RequestIds, status: number): CreateOutcome {
  let value: Json;
  try {
    value = parseJsonBytes(bytes).value;
  } catch (failure) {
    if (!(failure instanceof JsonSyntaxError)) throw failure;
    return failed(
      'UNKNOWN',
      'unreadable',
      tPaymentRefusals('outcome.notJson', { status: String(status), problem: failure.message }),
      status,
    );
  }
  const answer = toObject(value);
  const info = toObject(answer['paymentInfo']);
  const text = (key: string): string => {
    const field = info[key];
    return typeof field === 'string' ? field : '';
  };
  const paymentId = parseId<PaymentId>(text('paymentId'));
  const echoed =
    parseId<BusinessId>(text('businessId')) === ids.businessId &&
    text('clientPaymentId') === ids.clientPaymentId;
  if (paymentId === null || !echoed)
    return failed(
      'UNKNOWN',
      'no-echo',
      tPaymentRefusals('outcome.notEchoed', { status: String(status) }),
      status,
    );
  const record = { paymentId, body: bytes };
  const url = answer['paymentUrl'];
  if (typeof url === 'string' && toSafeLink(url) !== null)
    return { state: 'CREATED', httpStatus: status, paymentUrl: url, record };
  const message = tPaymentRefusals('outcome.unsafeLink');
  return { ...failed('UNKNOWN', 'unsafe-link', message, status), record };
}

/** Converts the outcome of the call to the state of the intent. UNKNOWN when the payment may exist. */
export function toCreateOutcome(outcome: ServiceOutcome, ids: RequestIds): CreateOutcome {
  if (outcome.kind === 'not-sent')
    return failed('UNSENT', outcome.code, tPaymentRefusals('outcome.notSent', { reason: outcome.message }));
  if (outcome.kind === 'unknown')
    return failed('UNKNOWN', outcome.code, tPaymentRefusals('outcome.unknown', { reason: outcome.message }));
  const { status, bytes } = outcome;
  if (isSuccess(status)) return readSuccess(bytes, ids, status);
  const message = describeRefusal(status, bytes);
  return failed(isCreateRefused(status) ? 'REJECTED' : 'UNKNOWN', `status-${status}`, message, status);
}
