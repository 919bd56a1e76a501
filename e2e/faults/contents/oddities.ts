import type { Chance } from '../random.ts';
import type { Content } from './content.ts';
import { createContent } from './content.ts';
import type { PaymentOfDeposits } from './deposits.ts';
import { depositCallbacks, unknownPayment } from './deposits.ts';
import { withdrawalCallbacks } from './withdrawals.ts';

/** §6.3: the payload is not shown, so anything may come. */
export function exchangedCallback(chance: Chance, businessId: string): Content {
  const noise = Buffer.from(Array.from({ length: 64 }, () => chance.between(0, 255)));
  const body = chance.happens(0.5) ? noise : `{"exchanged":"${chance.uuid()}","amount":1.10}`;
  return createContent({ businessId, kind: 'deposit-exchanged', fate: 'raw', body });
}

const bendings: readonly ((text: string, chance: Chance) => string)[] = [
  (text) => text.replace('"CONFIRMED"', '"NEVER_SEEN_BEFORE"'),
  (text) => text.replace('"network":', '"netwrok":'),
  (text) => text.replace('"onChainFee":', '"onChainFee":-'),
  (text, chance) => text.replace('"network":', `"network":"${chance.uuid()}","network":`),
  (text) => text.replace('"settlementAmount":', '"settlementAmount":1e400,"of":'),
];

/** JSON that a person must look at: a name nobody knows, a field missing, negative, twice, or far too large. */
export function bent(chance: Chance, whole: Content): Content {
  const { businessId, kind, effect } = whole;
  const body = chance.pick(bendings)(whole.body.toString(), chance);
  return createContent({ businessId, kind, fate: 'releasable', body, ...(effect !== null && { effect }) });
}

/** A deposit's callback that a person must look at; some of them beside others of the same deposit that are well. */
export function heldCallbacks(chance: Chance, payment: PaymentOfDeposits): Content[] {
  const [first, ...others] = depositCallbacks(chance, payment, chance.between(1, 3));
  return first === undefined ? [] : [bent(chance, first), ...others];
}

/** A withdrawal of one business at the address of another. */
export function strangersWithdrawal(chance: Chance, businessId: string): Content {
  const [whole] = withdrawalCallbacks(chance, chance.uuid(), 1);
  return createContent({ businessId, kind: 'withdrawal', fate: 'doubtful', body: whole?.body ?? '' });
}

/** Bytes that are no JSON: cut off, or noise. */
export function garbage(chance: Chance, businessId: string): Content {
  const [whole] = depositCallbacks(chance, unknownPayment(chance, businessId), 1);
  const cut = whole?.body.subarray(0, chance.between(40, 300)) ?? Buffer.from('{');
  const noise = Buffer.from(Array.from({ length: 48 }, () => chance.between(128, 255)));
  const body = chance.happens(0.5) ? cut : noise;
  const kind = chance.pick(['deposit-received', 'withdrawal'] as const);
  return createContent({ businessId, kind, fate: 'doubtful', body, isUnreadable: true });
}
