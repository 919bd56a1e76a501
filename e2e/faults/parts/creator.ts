import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod';
import type { Chance } from '../random.ts';
import { environmentOfParts } from './environment.ts';
import type { Part } from './part.ts';
import { part } from './part.ts';

const told = z.object({
  clientPaymentId: z.string(),
  state: z.string().nullable(),
  paymentId: z.string().nullable(),
});

/** What a person was told of a payment that they asked for; a state of null is an error. */
export type CreationReport = z.output<typeof told>;

/** Somebody who creates payments, one after the other and some at once, through a process that may be killed. */
export type Creator = Part & {
  /** Asks for another one, unless it is busy or down. Answers the client id under which it was asked for. */
  readonly ask: (clientPaymentId?: string) => string | null;
  readonly told: readonly CreationReport[];
};

const busy = 6;

export function makeCreator(given: {
  readonly name: string;
  readonly chance: Chance;
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  readonly businesses: readonly string[];
  readonly personId: string;
  readonly folder: string;
}): Creator {
  const { chance, businesses } = given;
  const all: CreationReport[] = [];
  let child: ChildProcess | null = null;
  let isReady = false;
  let underWay = 0;
  const environment = {
    ...environmentOfParts({ ...given, port: 9 }),
    FAULTS_PERSON_ID: given.personId,
  };
  const made = part({
    name: given.name,
    script: 'e2e/faults/programs/create-payments.ts',
    environment,
    logFile: path.join(given.folder, `${given.name}.log`),
    isReady: async () => isReady,
    onStart: (started) => {
      child = started;
      isReady = false;
      underWay = 0;
      started.on('message', (message) => {
        isReady = true;
        if (message === 'ready') return;
        underWay -= 1;
        all.push(told.parse(message));
      });
    },
  });
  return {
    ...made,
    told: all,
    ask: (clientPaymentId = `order-${chance.uuid()}`) => {
      if (!made.isUp() || !isReady || underWay >= busy || child?.connected !== true) return null;
      underWay += 1;
      // Always the same business for the same id: the id is unique within one.
      const businessId =
        businesses[clientPaymentId.charCodeAt(clientPaymentId.length - 1) % businesses.length];
      child.send({ businessId, clientPaymentId, isSentAgain: chance.happens(0.3) }, () => undefined);
      return clientPaymentId;
    },
  };
}
