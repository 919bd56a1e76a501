import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { PaymentOfDeposits } from '#e2e/faults/contents/deposits.ts';
import { createUnknownPayment } from '#e2e/faults/contents/deposits.ts';
import type { SeededRandom } from '#e2e/faults/random.ts';
import { createAnswer, createRequest } from '#e2e/faults/service/records.ts';
import type { IntentRun } from './intent-plan.ts';
import { createsPayment } from './intent-plan.ts';

/** A stand-in for the service that follows the plan of each run. */
export type IntentService = {
  readonly url: string;
  /** The created payments, in order. */
  readonly payments: readonly PaymentOfDeposits[];
  /** The number of requests for each client payment ID. */
  readonly requests: ReadonlyMap<string, number>;
  readonly close: () => void;
};

/** Starts the stand-in. `kill` ends the process that requests the payments. */
export async function startIntentService(
  chance: SeededRandom,
  plan: ReadonlyMap<string, IntentRun>,
  kill: () => void,
): Promise<IntentService> {
  const payments: PaymentOfDeposits[] = [];
  const requests = new Map<string, number>();
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { businessId, clientPaymentId } = createRequest.parse(JSON.parse(await text(request)));
    const before = requests.get(clientPaymentId) ?? 0;
    requests.set(clientPaymentId, before + 1);
    const run = plan.get(clientPaymentId);
    if (run === undefined) throw new Error(`no run has the id ${clientPaymentId}`);
    // A repeated request meets a service that works.
    const fault = before === 0 ? run.fault : 'answers';
    const killPoint = before === 0 ? run.killPoint : 'never';
    if (killPoint === 'when the request arrives') kill();
    const isCreated = createsPayment(fault);
    const payment = { ...createUnknownPayment(chance, businessId), clientPaymentId };
    if (isCreated) payments.push(payment);
    if (killPoint === 'after creating') kill();
    switch (fault) {
      case 'refuses':
        response.writeHead(422, { 'content-type': 'application/json' }).end('{}');
        break;
      case 'is overloaded':
      case 'fails after creating':
        response.writeHead(503).end();
        break;
      case 'disconnects first':
      case 'disconnects after creating':
        request.socket.destroy();
        break;
      case 'answers slowly':
      case 'answers':
        if (fault === 'answers slowly') await wait(30);
        response.writeHead(200, { 'content-type': 'application/json' }).end(createAnswer(payment));
        break;
    }
    if (killPoint === 'after the answer') response.once('close', kill);
  };
  const server = createServer((request, response) => {
    // The requester may be killed by now.
    respond(request, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    payments,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
