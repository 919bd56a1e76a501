import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod';
import type { SeededRandom } from '../random.ts';
import { partEnvironment } from './environment.ts';
import type { Part } from './part.ts';
import { part } from './part.ts';

const reply = z.object({
  clientPaymentId: z.string(),
  state: z.string().nullable(),
  paymentId: z.string().nullable(),
});

/** The reported result of a create request. A state of null is an error. */
export type CreationReport = z.output<typeof reply>;

/** A process that creates payments as a person does, one by one and sometimes at once, and that may be killed. */
export type Creator = Part & {
  /** Requests a payment, unless the process is busy or down. Returns the client id of the request. */
  readonly requestPayment: (clientPaymentId?: string) => string | null;
  readonly reports: readonly CreationReport[];
};

const busy = 6;

export function makeCreator(options: {
  readonly name: string;
  readonly chance: SeededRandom;
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  readonly businesses: readonly string[];
  readonly personId: string;
  readonly folder: string;
}): Creator {
  const { chance, businesses } = options;
  const all: CreationReport[] = [];
  let child: ChildProcess | null = null;
  let isReady = false;
  let underWay = 0;
  const environment = {
    ...partEnvironment(options),
    FAULTS_PERSON_ID: options.personId,
  };
  const made = part({
    name: options.name,
    script: 'e2e/faults/programs/create-payments.ts',
    environment,
    logFile: path.join(options.folder, `${options.name}.log`),
    isReady: async () => isReady,
    onStart: (started) => {
      child = started;
      isReady = false;
      underWay = 0;
      started.on('message', (message) => {
        isReady = true;
        if (message === 'ready') return;
        underWay -= 1;
        all.push(reply.parse(message));
      });
    },
  });
  return {
    ...made,
    reports: all,
    requestPayment: (clientPaymentId = `order-${chance.uuid()}`) => {
      if (!made.isUp() || !isReady || underWay >= busy || child?.connected !== true) return null;
      underWay += 1;
      // The same id always goes to the same business, because the id is unique within one business.
      const businessId =
        businesses[clientPaymentId.charCodeAt(clientPaymentId.length - 1) % businesses.length];
      child.send({ businessId, clientPaymentId, isSentAgain: chance.happens(0.3) }, () => undefined);
      return clientPaymentId;
    },
  };
}
