import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

/** Fields of a create request (§4.1) that the answer repeats. */
const createRequest = z.object({
  clientPaymentId: z.string(),
  businessId: z.string(),
  displayCurrency: z.string().optional(),
  displayAmount: z.string().optional(),
});

/** A stand-in for the service that creates payments, with one lost connection and one outage. */
export type PaymentStandIn = {
  readonly url: string;
  /** The created payments, with the client id of their request. */
  readonly payments: ReadonlyMap<string, string>;
  /** The number of requests. */
  readonly requests: () => number;
  /** When each request arrived, and how long its answer took, in milliseconds. */
  readonly timings: readonly { readonly arrivedAt: number; readonly tookMs: number }[];
  readonly close: () => void;
};

/** Starts the stand-in. It fails at fixed requests, relative to the number of rows. */
export async function startPaymentStandIn(rows: number): Promise<PaymentStandIn> {
  const payments = new Map<string, string>();
  const timings: { arrivedAt: number; tookMs: number }[] = [];
  let requests = 0;
  const lostAt = Math.ceil(rows / 4);
  const outage = { from: Math.ceil(rows / 2), requests: 3 };
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      // Other jobs of the worker read records, which this stand-in does not have.
      response.writeHead(404).end();
      return;
    }
    requests += 1;
    const number = requests;
    const arrivedAt = performance.now();
    response.once('close', () => timings.push({ arrivedAt, tookMs: performance.now() - arrivedAt }));
    const body = createRequest.parse(JSON.parse(await text(request)));
    if (number >= outage.from && number < outage.from + outage.requests) {
      response.writeHead(503).end();
      return;
    }
    const paymentId = randomUUID();
    payments.set(paymentId, body.clientPaymentId);
    if (number === lostAt) {
      request.socket.destroy();
      return;
    }
    const paymentUrl = `https://checkout.example/${paymentId}`;
    const paymentInfo = {
      paymentId,
      ...body,
      status: 'NEW',
      type: 'ONE_TIME',
      url: paymentUrl,
      deposits: [],
    };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ paymentInfo, paymentUrl }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    payments,
    requests: () => requests,
    timings,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
