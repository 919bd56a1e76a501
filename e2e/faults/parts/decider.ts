import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Content } from '../contents/content.ts';
import { partEnvironment } from './environment.ts';
import type { Part } from './part.ts';
import { part } from './part.ts';

export type Act = 'release' | 'reject';

/**
 * A decision that an owner requested on a content, with its result. `done`: it is stored. `refused`: nothing has
 * changed. `unknown`: no answer, or a failure.
 */
export type DecisionRequest = {
  readonly content: Content;
  readonly act: Act;
  readonly outcome: 'done' | 'refused' | 'unknown';
};

/** A process that decides on quarantined callbacks as an owner does, several at once, and that may be killed. */
export type Decider = Part & {
  /** Requests a decision, unless the process is busy or down. */
  readonly decide: (content: Content, act: Act) => void;
  readonly requests: readonly DecisionRequest[];
  /** Resolves when every request is answered that still can be. */
  readonly finish: () => Promise<void>;
};

const busy = 6;
const timeoutMs = 5_000;
const reply = z.object({ number: z.number(), outcome: z.enum(['done', 'refused', 'unknown']) });

export function makeDecider(options: {
  readonly name: string;
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  readonly personId: string;
  readonly folder: string;
}): Decider {
  const sentRequests: DecisionRequest[] = [];
  let child: ChildProcess | null = null;
  let isReady = false;
  let underWay = 0;
  const made = part({
    name: options.name,
    script: 'e2e/faults/programs/decide-callbacks.ts',
    environment: { ...partEnvironment(options), FAULTS_PERSON_ID: options.personId },
    logFile: path.join(options.folder, `${options.name}.log`),
    isReady: async () => isReady,
    onStart: (started) => {
      child = started;
      isReady = false;
      underWay = 0;
      started.on('message', (message) => {
        isReady = true;
        if (message === 'ready') return;
        const { number, outcome } = reply.parse(message);
        const one = sentRequests[number];
        // Requests of a killed predecessor no longer count as pending.
        if (child === started) underWay -= 1;
        if (one !== undefined) sentRequests[number] = { ...one, outcome };
      });
    },
  });
  return {
    ...made,
    requests: sentRequests,
    decide: (content, act) => {
      if (!made.isUp() || !isReady || underWay >= busy || child?.connected !== true) return;
      underWay += 1;
      const number = sentRequests.push({ content, act, outcome: 'unknown' }) - 1;
      const { businessId, sha256, kind } = content;
      child.send({ number, businessId, sha256, kind, act }, () => undefined);
    },
    finish: async () => {
      for (const end = Date.now() + timeoutMs; Date.now() < end && made.isUp() && underWay > 0; )
        await pause(10);
    },
  };
}
