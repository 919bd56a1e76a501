import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
type FakeAnswer = (request: SeenRequest, response: ServerResponse, raw: IncomingMessage) => unknown;

/** A payment service that answers whatever a test tells it to, and remembers what it was asked. */
export type FakeService = {
  readonly url: string;
  readonly seen: SeenRequest[];
  readonly answerWith: (answer: FakeAnswer) => void;
  readonly close: () => Promise<void>;
};

const nothing: FakeAnswer = (_request, response) => response.writeHead(500).end();

/** Starts it and makes it the service of this process. Call it before anything reads the environment. */
export async function startFakeService(): Promise<FakeService> {
  const seen: SeenRequest[] = [];
  let answer = nothing;
  const server = createServer(async (raw, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of raw) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const request = { method: raw.method ?? '', path: raw.url ?? '', headers: raw.headers, body };
    seen.push(request);
    await answer(request, response, raw);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  process.env['SERVICE_BASE_URL'] = url;
  return {
    url,
    seen,
    answerWith: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** §4.1: the answer to a create request, echoing it. `more` replaces fields of the payment. */
export function createdBody(requestBody: string, more: Record<string, unknown> = {}): string {
  const asked = JSON.parse(requestBody);
  const paymentId = randomUUID();
  const url = `https://checkout.example/${paymentId}`;
  const paymentInfo = {
    paymentId,
    clientPaymentId: asked.clientPaymentId,
    businessId: asked.businessId,
    locale: asked.locale,
    status: 'NEW',
    rateType: asked.rateType,
    type: asked.type,
    url,
    processorType: 'BLOCKCHAIN',
    displayCurrency: asked.displayCurrency,
    expectedDisplayAmount: asked.displayAmount,
    actualDisplayAmount: '0',
    actualDisplayDistributedUserServiceFee: '0',
    actualDepositAmount: '0',
    actualDepositDistributedUserServiceFee: '0',
    actualUniformAmount: '0',
    userServiceFeeDistributionPercentage: '0',
    expirationMinutes: asked.expirationMinutes ?? 0,
    paymentInitiatedAt: Math.floor(Date.now() / 1000),
    deposits: [],
    ...more,
  };
  return JSON.stringify({ paymentInfo, paymentUrl: url });
}
