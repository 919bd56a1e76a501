import * as z from 'zod';
import type { PaymentOfDeposits } from '../contents/deposits.ts';
import type { Client } from '../database/cluster.ts';
import type { CreationReport } from '../parts/creator.ts';
import type { Violation } from './violation.ts';

const intentRow = z.object({
  client_payment_id: z.string(),
  state: z.string(),
  payment_id: z.string().nullable(),
  attempts: z.number(),
});
const belongingRow = z.object({ payment_id: z.string(), client_payment_id: z.string() });

/** The stored intents and payments of our create requests. */
export type Intents = {
  readonly intents: readonly z.output<typeof intentRow>[];
  readonly belongings: readonly z.output<typeof belongingRow>[];
};

export async function readIntents(client: Client, businesses: readonly string[]): Promise<Intents> {
  const intents = await client.query(
    `SELECT client_payment_id, state, payment_id::text,
            (SELECT count(*)::int FROM payment_attempt a WHERE a.intent_id = i.id) AS attempts
       FROM payment_intent i WHERE business_id = ANY($1::uuid[])`,
    [businesses],
  );
  const belongings = await client.query(
    `SELECT b.payment_id::text, i.client_payment_id FROM intent_payment b JOIN payment_intent i ON i.id = b.intent_id
      WHERE b.business_id = ANY($1::uuid[])`,
    [businesses],
  );
  return {
    intents: z.array(intentRow).parse(intents.rows),
    belongings: z.array(belongingRow).parse(belongings.rows),
  };
}

const mayExist = new Set(['CREATED', 'UNKNOWN', 'SENDING']);

/**
 * I7: every payment that was created for us belongs to exactly one intent, and that intent doesn't deny it. Where
 * the answer or an acknowledged callback reported the payment, the intent has its id. No intent has the id of
 * another's payment.
 */
export function checkCreates(
  scene: {
    readonly made: readonly PaymentOfDeposits[];
    readonly told: readonly CreationReport[];
    /** Returns true where a callback of this payment was acknowledged. */
    readonly isCalledBack: (paymentId: string) => boolean;
  },
  { intents, belongings }: Intents,
): Violation[] {
  const violations: Violation[] = [];
  const add = (description: string) => violations.push({ invariant: 'I7', description });
  const clientIdByPayment = new Map(
    scene.made.map(({ paymentId, clientPaymentId }) => [paymentId, clientPaymentId]),
  );
  const wasAnswered = new Set(
    scene.told.flatMap(({ state, paymentId }) => (state === 'CREATED' ? [paymentId] : [])),
  );
  for (const { paymentId, clientPaymentId } of scene.made) {
    // Refused requests of the same client id were repeated.
    const own = intents.filter(
      (intent) => intent.client_payment_id === clientPaymentId && mayExist.has(intent.state),
    );
    const [intent] = own;
    if (intent === undefined || own.length > 1) {
      add(`${paymentId} was made for ${clientPaymentId}, which ${own.length} intents may have created`);
      continue;
    }
    const belongsTo = belongings.filter((one) => one.payment_id === paymentId);
    const mustBelong = wasAnswered.has(paymentId) || scene.isCalledBack(paymentId);
    if (mustBelong && belongsTo.length !== 1)
      add(`we know of ${paymentId}, and ${belongsTo.length} intents have it`);
    if (mustBelong && intent.state !== 'CREATED')
      add(`we know of ${paymentId}, and its intent ${clientPaymentId} is ${intent.state}`);
  }
  for (const { payment_id: paymentId, client_payment_id: clientPaymentId } of belongings) {
    if (clientIdByPayment.get(paymentId) !== clientPaymentId)
      add(
        `${paymentId} belongs to ${clientPaymentId}, and was made for ${clientIdByPayment.get(paymentId) ?? 'no request'}`,
      );
  }
  for (const { client_payment_id: clientPaymentId, state, payment_id: paymentId } of intents) {
    if (state === 'CREATED' && clientIdByPayment.get(paymentId ?? '') !== clientPaymentId)
      add(`the intent ${clientPaymentId} is CREATED with ${paymentId}, which was not made for it`);
    const madeForIt = scene.made.filter((one) => one.clientPaymentId === clientPaymentId).length;
    const attempts = intents
      .filter((one) => one.client_payment_id === clientPaymentId)
      .reduce((sum, one) => sum + one.attempts, 0);
    if (madeForIt > attempts)
      add(`${clientPaymentId} was sent ${attempts} times by our count, and made ${madeForIt} times`);
  }
  return violations;
}
