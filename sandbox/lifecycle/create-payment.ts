import type { CreatePaymentRequest } from '#lib/service/contract/create-payment.ts';
import { keyField } from '#lib/service/contract/fields.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { toId } from '#lib/values/ids.ts';
import { assumedDefaults } from '../model/assumed-defaults.ts';
import { listNetworks } from '../model/businesses.ts';
import { applyRatio, feeScale, trimZeros, zero } from '../model/money.ts';
import { marketRate } from '../model/rates.ts';
import type { SandboxContext } from '../world.ts';
import { readWorldSeconds } from '../world.ts';
import { setCoin } from './choose-coin.ts';
import { calculateExpiry, scheduleExpiry } from './expiry.ts';
import type { PaymentState } from './payment-state.ts';
import { refuseField } from './payment-state.ts';

function exactAmount(field: string, text: string | undefined) {
  const parsed = parseAmount(text ?? '') ?? refuseField(field, 'must be plain digits');
  if ((parsed.split('.')[0] ?? '').length > assumedDefaults.integerDigits)
    refuseField(field, 'is more than can be paid');
  return parsed;
}

/** Returns the minutes to record (§2.2). A REUSABLE payment never expires, which is recorded as 0 (assumption). */
function expiration(request: CreatePaymentRequest, type: string): number {
  if (type === 'REUSABLE') return 0;
  if (request.expirationMinutes === 0) return assumedDefaults.sevenDays;
  const minutes = request.expirationMinutes ?? assumedDefaults.usualExpiration;
  if (minutes > assumedDefaults.longestExpiration)
    refuseField('expirationMinutes', 'is more than can be kept');
  return minutes;
}

/**
 * Creates a payment (§4.1). The request has passed the contract's schema and is checked against the business here.
 *
 * @throws Refusal where the business is unknown or does not take the currency
 */
export function createPayment(world: SandboxContext, request: CreatePaymentRequest): PaymentState {
  const business =
    world.store.businesses.find(request.businessId) ??
    refuseField('businessId', 'is not a business of yours');
  const clientId = keyField.safeParse(request.clientPaymentId);
  if (!clientId.success)
    refuseField('clientPaymentId', clientId.error.issues[0]?.message ?? 'is none that can be kept');
  const now = readWorldSeconds(world);
  if (request.clientPaymentId.length > world.assumed.SERVICE_LONGEST_CLIENT_ID)
    refuseField('clientPaymentId', `is longer than ${world.assumed.SERVICE_LONGEST_CLIENT_ID} characters`);
  if ((request.redirectUrl?.length ?? 0) > world.assumed.SERVICE_LONGEST_REDIRECT_URL)
    refuseField('redirectUrl', `is longer than ${world.assumed.SERVICE_LONGEST_REDIRECT_URL} characters`);
  if (
    world.assumed.SERVICE_REPEATED_CLIENT_ID === 'refused' &&
    world.store.payments.isTaken(business.id, request.clientPaymentId)
  )
    refuseField('clientPaymentId', 'was used before');
  const type = request.type ?? world.assumed.SERVICE_DEFAULT_TYPE;
  const minutes = expiration(request, type);
  const paymentId = world.random.uuid();
  const coinNetworks = request.depositCurrency ? listNetworks(business, request.depositCurrency) : [];
  if (request.displayCurrency && !business.supportedDisplayCurrencies?.includes(request.displayCurrency))
    refuseField('displayCurrency', 'is not supported by this business');
  if (request.depositCurrency && coinNetworks.length === 0)
    refuseField('depositCurrency', 'is not supported by this business');
  if (request.network && !coinNetworks.includes(request.network))
    refuseField('network', `is not enabled for ${request.depositCurrency}`);
  const price = request.displayCurrency
    ? {
        displayCurrency: request.displayCurrency,
        expected: exactAmount('displayAmount', request.displayAmount),
      }
    : null;

  const state: PaymentState = {
    record: {
      paymentId: toId(paymentId),
      clientPaymentId: request.clientPaymentId,
      businessId: business.id,
      locale: request.locale,
      status: 'NEW',
      rateType:
        type === 'REUSABLE' ? 'FLOATING' : (request.rateType ?? world.assumed.SERVICE_DEFAULT_RATE_TYPE),
      type,
      url: `${world.publicUrl}/checkout/${paymentId}`,
      overpaymentPolicy: business.overpaymentPolicy ?? 'PROCESS',
      refundFollowUpDepositsForOneTimePayments: business.refundFollowUpDepositsForOneTimePayments ?? false,
      processorType: 'BLOCKCHAIN',
      ...(price && {
        displayCurrency: price.displayCurrency,
        expectedDisplayAmount: price.expected,
        expectedUniformAmount: trimZeros(
          applyRatio(price.expected, marketRate(price.displayCurrency, 'EUR', now), feeScale('EUR')),
          2,
        ),
      }),
      actualDisplayAmount: zero,
      actualDisplayDistributedUserServiceFee: zero,
      actualDepositAmount: zero,
      actualDepositDistributedUserServiceFee: zero,
      actualUniformAmount: zero,
      userServiceFeeDistributionPercentage: business.userServiceFeeDistributionPercentage ?? '0',
      ...(request.redirectUrl !== undefined && {
        redirectUrl: request.redirectUrl,
        redirectMode: request.redirectMode ?? 'PARENT',
      }),
      ...(request.redirectUrl === undefined &&
        request.redirectMode !== undefined && { redirectMode: request.redirectMode }),
      expirationMinutes: minutes,
      initiatedBy: 'API',
      paymentInitiatedAt: now,
      deposits: [],
    },
    expiresAt: null,
    rateSetAt: null,
    pricedInCoin: price === null,
    traces: {},
  };
  if (price === null && request.depositCurrency && request.network) {
    state.record.depositCurrency = request.depositCurrency;
    state.record.expectedDepositAmount = exactAmount('depositAmount', request.depositAmount);
    setCoin(world, state, request.depositCurrency, request.network);
  }
  state.expiresAt = calculateExpiry(world, state);
  world.store.transaction(() => {
    world.store.payments.add(state);
    scheduleExpiry(world, state);
  });
  return state;
}
