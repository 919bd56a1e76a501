import * as z from 'zod';
import { createPayment } from '#lib/payments/create/create-payment.ts';
import { createPaymentForm } from '#lib/payments/create/schema/create.ts';
import { sendAgain } from '#lib/payments/create/send-again.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

/**
 * Creates payments as a person does, one for each message of its parent, and reports the results. Sends an unknown
 * one again where the message says so. The harness kills it.
 */
const requestLine = z.object({
  businessId: z.string(),
  clientPaymentId: z.string(),
  isSentAgain: z.boolean(),
});

async function create(request: z.output<typeof requestLine>): Promise<void> {
  const businessId = toId<BusinessId>(request.businessId);
  const context = createContext({
    kind: 'person',
    personId: toId<PersonId>(process.env['FAULTS_PERSON_ID'] ?? ''),
    sessionId: toId<SessionId>('00000000-0000-4000-a000-000000000000'),
    email: 'faults@example.test',
    name: 'Faults',
    roles: new Map([[businessId, 'finance']]),
    hasSecondFactor: true,
  });
  const form = createPaymentForm.parse({
    businessId: request.businessId,
    clientPaymentId: request.clientPaymentId,
    priceIn: 'fiat',
    amount: '49.90',
    displayCurrency: 'EUR',
    depositCurrency: '',
    network: '',
    type: 'ONE_TIME',
    rateType: 'FIXED',
    expires: '30',
    expiresMinutes: '',
    locale: 'en',
    redirectUrl: '',
    redirectMode: 'PARENT',
  });
  const first = await createPayment(context, form);
  const isAgain = request.isSentAgain && first.state === 'UNKNOWN';
  const { state, paymentId } = isAgain
    ? await sendAgain(context, { businessId, intentId: first.intentId, secondLinkAccepted: true })
    : first;
  process.send?.({ clientPaymentId: request.clientPaymentId, state, paymentId });
}

process.on('message', (message) => {
  const request = requestLine.parse(message);
  create(request).catch(() =>
    process.send?.({ clientPaymentId: request.clientPaymentId, state: null, paymentId: null }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
