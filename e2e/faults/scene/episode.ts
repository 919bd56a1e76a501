import { setTimeout as pause } from 'node:timers/promises';
import { checkCallbacks } from '../checks/check-callbacks.ts';
import { checkCreates, readIntents } from '../checks/check-creates.ts';
import type { Violation } from '../checks/violation.ts';
import type { PaymentOfDeposits } from '../contents/deposits.ts';
import { depositCallbacks } from '../contents/deposits.ts';
import { bent } from '../contents/oddities.ts';
import { contentStream } from '../contents/stream.ts';
import type { Cluster } from '../database/cluster.ts';
import { withClient } from '../database/cluster.ts';
import type { Tenants } from '../database/template.ts';
import { addTenants } from '../database/template.ts';
import type { Act, Decider, DecisionRequest } from '../parts/decider.ts';
import { createRandom } from '../random.ts';
import { startLoad } from '../sending/load.ts';
import type { SendingLog } from '../sending/log.ts';
import { sendingLog } from '../sending/log.ts';
import { askForPayments } from './asking.ts';
import type { Crew, CrewOptions } from './crew.ts';
import { assemble } from './crew.ts';
import { decideOnHeld } from './deciding.ts';
import { noFigures } from './figures.ts';
import type { Report } from './report.ts';
import type { Scene } from './scene.ts';

export type Episode = CrewOptions & {
  readonly seed: string;
  readonly cluster: Cluster;
  readonly logFile: string | null;
  /** How many callbacks are under way at a time. */
  readonly atOnce: number;
  /** What is done in the middle of the load. The database runs when it is over. */
  readonly play: (scene: Scene) => Promise<void>;
};

/** How long all that was sent may take to be acknowledged once everything is well again. */
const settleMs = 30_000;
const warmUpMs = 150;
const fewest = 60;
const fewestReleased = 3;

/** One run: everything is started, loaded, disturbed, left to settle, ended, and checked. */
export async function runEpisode(given: Episode): Promise<Report> {
  const begun = performance.now();
  const chance = createRandom(given.seed);
  const tenants = await addTenants(given.databaseUrl, chance);
  const figures = noFigures();
  const violations: Violation[] = [];
  const log = sendingLog(given.logFile);
  const calls = chance.apart('calls');
  const called: PaymentOfDeposits[] = [];
  const crew = await assemble(given, tenants, chance, (payment) => void called.push(payment));
  try {
    await crew.start();
    const contents = contentStream(chance.apart('contents'), tenants.businesses, crew.service.knows);
    const next = () => {
      // Callbacks of payments that were just created here come with all others.
      const payment = called.shift();
      if (payment === undefined || !calls.happens(0.7)) return contents();
      const callbacks = depositCallbacks(calls, payment, 1);
      return calls.happens(0.2) ? callbacks.map((one) => bent(calls, one)) : callbacks;
    };
    const { doors, creators, deciders } = crew;
    const targets = () => doors;
    const load = startLoad({ chance: chance.apart('load'), targets, next, log, atOnce: given.atOnce });
    const stopAsking = askForPayments(creators, chance.apart('asking'));
    const stopDeciding = decideOnHeld(deciders, log, chance.apart('deciding'));
    await pause(warmUpMs);
    const found = (violation: Violation) => void violations.push(violation);
    const play = chance.apart('play');
    const { cluster, databaseUrl } = given;
    await given.play({ ...crew, chance: play, cluster, databaseUrl, load, log, figures, found });
    await enough(log, deciders);
    stopAsking();
    stopDeciding();
    crew.service.be('well');
    for (const content of await load.settle(settleMs))
      found({ invariant: 'recovery', said: `a ${content.kind} was never acknowledged: ${content.sha256}` });
    await Promise.all(deciders.map((decider) => decider.finish()));
  } finally {
    await crew.end();
    await log.close();
  }
  violations.push(...(await check(given.databaseUrl, tenants, crew, log)));
  return {
    seed: given.seed,
    seconds: Math.round((performance.now() - begun) / 100) / 10,
    requests: log.totals(),
    decisions: decisionsOf(crew.deciders),
    paymentsMade: crew.service.made.length,
    figures,
    businesses: tenants.businesses,
    violations,
  };
}

/** So much must have gone through for a run to have proven anything. */
async function enough(log: SendingLog, deciders: readonly Decider[]): Promise<void> {
  const isDecided = () => deciders.length === 0 || decisionsOf(deciders).released >= fewestReleased;
  for (const end = performance.now() + settleMs; performance.now() < end; await pause(20))
    if (log.totals().acknowledged >= fewest && isDecided()) return;
}

/** What owners were told of their decisions, in numbers. */
function decisionsOf(deciders: readonly Decider[]): Report['decisions'] {
  const asked = deciders.flatMap((decider) => decider.asked);
  const count = (outcome: DecisionRequest['outcome'], acts: readonly Act[]) =>
    asked.filter((one) => one.outcome === outcome && acts.includes(one.act)).length;
  return {
    released: count('done', ['release']),
    rejected: count('done', ['reject']),
    refused: count('refused', ['release', 'reject']),
    unanswered: count('unknown', ['release', 'reject']),
  };
}

async function check(
  url: string,
  { businesses }: Tenants,
  crew: Crew,
  log: SendingLog,
): Promise<Violation[]> {
  const asked = crew.deciders.flatMap((decider) => decider.asked);
  const applied = [
    ...log.tallies().flatMap(({ content, ok }) => (ok > 0 && content.fate === 'effective' ? [content] : [])),
    ...asked.flatMap(({ content, act, outcome }) =>
      act === 'release' && outcome === 'done' ? [content] : [],
    ),
  ];
  const calledBack = new Set(applied.map(({ effect }) => effect?.paymentId ?? null));
  return withClient(url, async (client) => [
    ...(await checkCallbacks(client, businesses, log, asked)),
    ...checkCreates(
      {
        made: crew.service.made,
        told: crew.creators.flatMap(({ told }) => told),
        isCalledBack: (paymentId) => calledBack.has(paymentId),
      },
      await readIntents(client, businesses),
    ),
  ]);
}
