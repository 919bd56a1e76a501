import type { SeededRandom } from '../random.ts';
import type { Content } from './content.ts';
import { createContent } from './content.ts';
import type { PaymentOfDeposits } from './deposits.ts';
import { createDepositCallbacks, createUnknownPayment } from './deposits.ts';
import { createWithdrawalCallbacks } from './withdrawals.ts';

/** §6.3: the interface doesn't show the payload, so any bytes can arrive. */
export function createExchangedCallback(chance: SeededRandom, businessId: string): Content {
  const noise = Buffer.from(Array.from({ length: 64 }, () => chance.between(0, 255)));
  const body = chance.happens(0.5) ? noise : `{"exchanged":"${chance.uuid()}","amount":1.10}`;
  return createContent({ businessId, kind: 'deposit-exchanged', expectedVerdict: 'raw', body });
}

const mutations: readonly ((text: string, chance: SeededRandom) => string)[] = [
  (text) => text.replace('"CONFIRMED"', '"NEVER_SEEN_BEFORE"'),
  (text) => text.replace('"network":', '"netwrok":'),
  (text) => text.replace('"onChainFee":', '"onChainFee":-'),
  (text, chance) => text.replace('"network":', `"network":"${chance.uuid()}","network":`),
  (text) => text.replace('"settlementAmount":', '"settlementAmount":1e400,"of":'),
];

/**
 * Damages JSON so that a person must review it: an unknown value, or a field that is missing, negative, duplicate
 * or far too large.
 */
export function createMalformedContent(chance: SeededRandom, whole: Content): Content {
  const { businessId, kind, effect } = whole;
  const body = chance.pick(mutations)(whole.body.toString(), chance);
  return createContent({
    businessId,
    kind,
    expectedVerdict: 'releasable',
    body,
    ...(effect !== null && { effect }),
  });
}

/**
 * Makes callbacks of a deposit that a person must review, some of them next to plausible ones of the same deposit.
 */
export function createQuarantinedCallbacks(chance: SeededRandom, payment: PaymentOfDeposits): Content[] {
  const [first, ...others] = createDepositCallbacks(chance, payment, chance.between(1, 3));
  return first === undefined ? [] : [createMalformedContent(chance, first), ...others];
}

/** Makes a withdrawal of one business that arrives at another's address. */
export function createForeignWithdrawal(chance: SeededRandom, businessId: string): Content {
  const [whole] = createWithdrawalCallbacks(chance, chance.uuid(), 1);
  return createContent({
    businessId,
    kind: 'withdrawal',
    expectedVerdict: 'doubtful',
    body: whole?.body ?? '',
  });
}

/** Makes bytes that are not JSON: truncated, or noise. */
export function createInvalidBytes(chance: SeededRandom, businessId: string): Content {
  const [whole] = createDepositCallbacks(chance, createUnknownPayment(chance, businessId), 1);
  const cut = whole?.body.subarray(0, chance.between(40, 300)) ?? Buffer.from('{');
  const noise = Buffer.from(Array.from({ length: 48 }, () => chance.between(128, 255)));
  const body = chance.happens(0.5) ? cut : noise;
  const kind = chance.pick(['deposit-received', 'withdrawal'] as const);
  return createContent({ businessId, kind, expectedVerdict: 'doubtful', body, isUnreadable: true });
}
