import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { PaymentOfDeposits } from '../contents/deposits.ts';
import { unknownPayment } from '../contents/deposits.ts';
import type { Chance } from '../random.ts';
import type { Mood } from './moods.ts';
import { answerIn, makes, moods } from './moods.ts';
import { createAnswer, createRequest, paymentRecord } from './records.ts';

/** Stands in for the payment service: remembers every payment that it made for us, whatever it told us of it. */
export type StandIn = {
  readonly url: string;
  /** Payments that were asked for by create requests, in the order of their making. */
  readonly made: readonly PaymentOfDeposits[];
  /** Most requests meet it in this mood, and the others in any. */
  readonly be: (mood: Mood) => void;
  /** A payment made elsewhere, which may be read here. */
  readonly knows: (payment: PaymentOfDeposits) => void;
  readonly close: () => Promise<void>;
};

const steadiness = 0.7;

export async function startStandIn(
  chance: Chance,
  onMade: (payment: PaymentOfDeposits) => void,
): Promise<StandIn> {
  const made: PaymentOfDeposits[] = [];
  const known = new Map<string, PaymentOfDeposits>();
  let mood: Mood = 'well';

  const create = (text: string, now: Mood): string => {
    const asked = createRequest.parse(JSON.parse(text));
    const payment = { ...unknownPayment(chance, asked.businessId), clientPaymentId: asked.clientPaymentId };
    if (makes(now, chance)) {
      made.push(payment);
      known.set(payment.paymentId, payment);
      onMade(payment);
    }
    return createAnswer(payment);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const now = chance.happens(steadiness) ? mood : chance.pick(moods);
    if (request.method === 'POST')
      return answerIn(now, chance, response, create(Buffer.concat(chunks).toString(), now));
    const payment = known.get((request.url ?? '').split('/').at(-1) ?? '');
    if (payment === undefined) return void response.writeHead(404).end('{}');
    // The record moves on from reading to reading.
    const status = chance.pick(['NEW', 'AWAITING', 'PENDING', 'DEPOSITED']);
    return answerIn(now, chance, response, JSON.stringify(paymentRecord(payment, status)));
  };

  const server = createServer((request, response) => {
    // Whoever asked may be dead by now.
    respond(request, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    made,
    be: (next) => {
      mood = next;
    },
    knows: (payment) => void known.set(payment.paymentId, payment),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
