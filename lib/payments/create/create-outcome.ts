import 'server-only';
import type { ServiceOutcome } from '#lib/service/index.ts';
import { createWasRefused, isSuccess, serviceWords } from '#lib/service/index.ts';
import type { BusinessId, ClientPaymentId, PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonSyntaxError } from '#lib/values/json.ts';
import { safeLink } from '#lib/values/links.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';

type Failed = {
  readonly state: 'DRAFT' | 'REJECTED' | 'UNKNOWN';
  readonly httpStatus: number | null;
  readonly errorCode: string;
  readonly errorMessage: string;
};

/** What came of sending a create request. `record`: the answer is a payment record of ours and to be observed. */
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

/** What the answer must echo to be about our request. */
export type RequestIds = { readonly businessId: BusinessId; readonly clientPaymentId: ClientPaymentId };

const failed = (
  state: Failed['state'],
  errorCode: string,
  errorMessage: string,
  httpStatus: number | null = null,
): CreateOutcome => ({ state, httpStatus, errorCode, errorMessage, record: null });

const withWords = (said: string, bytes: Uint8Array): string => {
  const words = serviceWords(bytes);
  return words === null ? `${said}.` : `${said}: ${words}`;
};

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** §4.1. Only a success (200) that echoes both our ids and has a link that may be followed says that the payment was created. */
function readSuccess(bytes: Uint8Array<ArrayBuffer>, asked: RequestIds, status: number): CreateOutcome {
  let value: Json;
  try {
    value = parseJsonBytes(bytes).value;
  } catch (failure) {
    if (!(failure instanceof JsonSyntaxError)) throw failure;
    return failed(
      'UNKNOWN',
      'unreadable',
      `The service answered ${status}, but not in JSON: it ${failure.message}.`,
      status,
    );
  }
  const answer = objectOf(value);
  const info = objectOf(answer['paymentInfo']);
  const text = (key: string): string => {
    const field = info[key];
    return typeof field === 'string' ? field : '';
  };
  const paymentId = parseId<PaymentId>(text('paymentId'));
  const echoed =
    parseId<BusinessId>(text('businessId')) === asked.businessId &&
    text('clientPaymentId') === asked.clientPaymentId;
  if (paymentId === null || !echoed)
    return failed(
      'UNKNOWN',
      'no-echo',
      `The service answered ${status}, but not with the payment we asked for.`,
      status,
    );
  const record = { paymentId, body: bytes };
  const url = answer['paymentUrl'];
  if (typeof url === 'string' && safeLink(url) !== null)
    return { state: 'CREATED', httpStatus: status, paymentUrl: url, record };
  const message = 'The service answered with the payment, but without a checkout link that is safe to open.';
  return { ...failed('UNKNOWN', 'unsafe-link', message, status), record };
}

/** From what came of the call to the state of the intent: in doubt the payment may exist. */
export function createOutcome(outcome: ServiceOutcome, asked: RequestIds): CreateOutcome {
  if (outcome.kind === 'not-sent')
    return failed('DRAFT', outcome.code, `Nothing was sent: ${outcome.message}.`);
  if (outcome.kind === 'unknown')
    return failed('UNKNOWN', outcome.code, `The request was sent, but ${outcome.message}.`);
  const { status, bytes } = outcome;
  if (isSuccess(status)) return readSuccess(bytes, asked, status);
  const said = withWords(`The service answered ${status}`, bytes);
  return failed(createWasRefused(status) ? 'REJECTED' : 'UNKNOWN', `status-${status}`, said, status);
}
