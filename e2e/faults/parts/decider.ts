import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Content } from '../contents/content.ts';
import { environmentOfParts } from './environment.ts';
import type { Part } from './part.ts';
import { part } from './part.ts';

export type Act = 'release' | 'reject';

/**
 * What an owner was asked to do with a content, and what they were told. `done`: it is so. `refused`: nothing has
 * changed. `unknown`: they were told nothing, or of a failure.
 */
export type DecisionRequest = {
  readonly content: Content;
  readonly act: Act;
  readonly outcome: 'done' | 'refused' | 'unknown';
};

/** An owner who decides on what waits in quarantine, several at once, through a process that may be killed. */
export type Decider = Part & {
  /** Asks for it, unless the owner is busy or away. */
  readonly decide: (content: Content, act: Act) => void;
  readonly asked: readonly DecisionRequest[];
  /** Resolves when everything is answered that still can be. */
  readonly finish: () => Promise<void>;
};

const busy = 6;
const patienceMs = 5_000;
const told = z.object({ number: z.number(), outcome: z.enum(['done', 'refused', 'unknown']) });

export function makeDecider(given: {
  readonly name: string;
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  readonly personId: string;
  readonly folder: string;
}): Decider {
  const asked: DecisionRequest[] = [];
  let child: ChildProcess | null = null;
  let isReady = false;
  let underWay = 0;
  const made = part({
    name: given.name,
    script: 'e2e/faults/programs/decide-callbacks.ts',
    environment: { ...environmentOfParts({ ...given, port: 9 }), FAULTS_PERSON_ID: given.personId },
    logFile: path.join(given.folder, `${given.name}.log`),
    isReady: async () => isReady,
    onStart: (started) => {
      child = started;
      isReady = false;
      underWay = 0;
      started.on('message', (message) => {
        isReady = true;
        if (message === 'ready') return;
        const { number, outcome } = told.parse(message);
        const one = asked[number];
        // What its predecessor had been asked is no longer under way.
        if (child === started) underWay -= 1;
        if (one !== undefined) asked[number] = { ...one, outcome };
      });
    },
  });
  return {
    ...made,
    asked,
    decide: (content, act) => {
      if (!made.isUp() || !isReady || underWay >= busy || child?.connected !== true) return;
      underWay += 1;
      const number = asked.push({ content, act, outcome: 'unknown' }) - 1;
      const { businessId, sha256, kind } = content;
      child.send({ number, businessId, sha256, kind, act }, () => undefined);
    },
    finish: async () => {
      for (const end = Date.now() + patienceMs; Date.now() < end && made.isUp() && underWay > 0; )
        await pause(10);
    },
  };
}
