import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { listenAsService } from './listen-as-service.ts';

type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
type FakeAnswer = (request: SeenRequest, response: ServerResponse, raw: IncomingMessage) => unknown;

/** A fake payment service with programmable answers that records its requests. */
export type FakeService = {
  readonly url: string;
  readonly requests: SeenRequest[];
  readonly answerWith: (answer: FakeAnswer) => void;
  readonly close: () => Promise<void>;
};

const nothing: FakeAnswer = (_request, response) => response.writeHead(500).end();

/** Starts it as the service of this process. */
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
  const url = await listenAsService(server);
  return {
    url,
    requests: seen,
    answerWith: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** §4.1: the answer to a create request, which repeats its fields. `more` replaces fields of the payment. */
export function createdBody(requestBody: string, more: Record<string, unknown> = {}): string {
  const request = JSON.parse(requestBody);
  const paymentId = randomUUID();
  const url = `https://checkout.example/${paymentId}`;
  const paymentInfo = {
    paymentId,
    clientPaymentId: request.clientPaymentId,
    businessId: request.businessId,
    locale: request.locale,
    status: 'NEW',
    rateType: request.rateType,
    type: request.type,
    url,
    processorType: 'BLOCKCHAIN',
    displayCurrency: request.displayCurrency,
    expectedDisplayAmount: request.displayAmount,
    actualDisplayAmount: '0',
    actualDisplayDistributedUserServiceFee: '0',
    actualDepositAmount: '0',
    actualDepositDistributedUserServiceFee: '0',
    actualUniformAmount: '0',
    userServiceFeeDistributionPercentage: '0',
    expirationMinutes: request.expirationMinutes ?? 0,
    paymentInitiatedAt: Math.floor(Date.now() / 1000),
    deposits: [],
    ...more,
  };
  return JSON.stringify({ paymentInfo, paymentUrl: url });
}
