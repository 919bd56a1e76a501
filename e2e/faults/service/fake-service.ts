import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { PaymentOfDeposits } from '../contents/deposits.ts';
import { createUnknownPayment } from '../contents/deposits.ts';
import type { SeededRandom } from '../random.ts';
import type { ServiceMode } from './modes.ts';
import { createModeAnswer, createsPayment, serviceModes } from './modes.ts';
import { createAnswer, createRequest, paymentRecord } from './records.ts';

/** Stands in for the payment service. It remembers every payment that it made, even where its answer denied it. */
export type FakeService = {
  readonly url: string;
  /** Payments of create requests, in order. */
  readonly createdPayments: readonly PaymentOfDeposits[];
  /** Sets the mood of most requests. The others get a random mood. */
  readonly setMode: (mood: ServiceMode) => void;
  /** Adds a payment from elsewhere, which can be read here. */
  readonly hasPayment: (payment: PaymentOfDeposits) => void;
  readonly close: () => Promise<void>;
};

const steadiness = 0.7;

export async function startFakeService(
  chance: SeededRandom,
  onMade: (payment: PaymentOfDeposits) => void,
): Promise<FakeService> {
  const made: PaymentOfDeposits[] = [];
  const known = new Map<string, PaymentOfDeposits>();
  let mood: ServiceMode = 'well';

  const create = (text: string, now: ServiceMode): string => {
    const parsed = createRequest.parse(JSON.parse(text));
    const payment = {
      ...createUnknownPayment(chance, parsed.businessId),
      clientPaymentId: parsed.clientPaymentId,
    };
    if (createsPayment(now, chance)) {
      made.push(payment);
      known.set(payment.paymentId, payment);
      onMade(payment);
    }
    return createAnswer(payment);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const now = chance.happens(steadiness) ? mood : chance.pick(serviceModes);
    if (request.method === 'POST')
      return createModeAnswer(now, chance, response, create(Buffer.concat(chunks).toString(), now));
    const payment = known.get((request.url ?? '').split('/').at(-1) ?? '');
    if (payment === undefined) return void response.writeHead(404).end('{}');
    // The record changes from one read to the next.
    const status = chance.pick(['NEW', 'AWAITING', 'PENDING', 'DEPOSITED']);
    return createModeAnswer(now, chance, response, JSON.stringify(paymentRecord(payment, status)));
  };

  const server = createServer((request, response) => {
    // The requester may be dead by now.
    respond(request, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    createdPayments: made,
    setMode: (next) => {
      mood = next;
    },
    hasPayment: (payment) => void known.set(payment.paymentId, payment),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
