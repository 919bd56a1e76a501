import { setTimeout as pause } from 'node:timers/promises';
import { checkCallbacks } from '../checks/check-callbacks.ts';
import { checkCreates, readIntents } from '../checks/check-creates.ts';
import type { Violation } from '../checks/violation.ts';
import type { PaymentOfDeposits } from '../contents/deposits.ts';
import { createDepositCallbacks } from '../contents/deposits.ts';
import { createMalformedContent } from '../contents/malformed.ts';
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
import { keepCreatingPayments } from './create-payments.ts';
import { keepDecidingCallbacks } from './decide-callbacks.ts';
import { noFigures } from './figures.ts';
import { foldWaiting } from './fold-waiting.ts';
import type { Processes, ProcessOptions } from './processes.ts';
import { startProcesses } from './processes.ts';
import { scaleRecoveryLimit } from './recovery.ts';
import type { Report } from './report.ts';
import type { Scene } from './scene.ts';

export type Episode = ProcessOptions & {
  readonly seed: string;
  readonly cluster: Cluster;
  readonly logFile: string | null;
  /** Number of concurrent callback requests. */
  readonly atOnce: number;
  /** The disturbances under load. The database must be running when they are over. */
  readonly disturb: (scene: Scene) => Promise<void>;
};

/** Everything that was sent must be acknowledged after the disturbances. The limit only ends what hangs. */
const settleMs = 2 * 60_000;
const warmUpMs = 150;
const fewest = 60;
const fewestReleased = 3;

/** Runs one episode: starts, loads and disturbs the product, lets it settle, ends it, and checks the database. */
export async function runEpisode(options: Episode): Promise<Report> {
  const begun = performance.now();
  const chance = createRandom(options.seed);
  const tenants = await addTenants(options.databaseUrl, chance);
  const figures = noFigures();
  const violations: Violation[] = [];
  const log = sendingLog(options.logFile);
  const calls = chance.fork('calls');
  const called: PaymentOfDeposits[] = [];
  const crew = await startProcesses(options, tenants, chance, (payment) => void called.push(payment));
  try {
    const startedAt = performance.now();
    await crew.start();
    const recoveryLimitMs = scaleRecoveryLimit(performance.now() - startedAt);
    const contents = contentStream(chance.fork('contents'), tenants.businesses, crew.service.hasPayment);
    const next = () => {
      // Callbacks of payments that were just created are mixed in.
      const payment = called.shift();
      if (payment === undefined || !calls.happens(0.7)) return contents();
      const callbacks = createDepositCallbacks(calls, payment, 1);
      return calls.happens(0.2) ? callbacks.map((one) => createMalformedContent(calls, one)) : callbacks;
    };
    const { servers, creators, deciders } = crew;
    const targets = () => servers;
    const load = startLoad({ chance: chance.fork('load'), targets, next, log, atOnce: options.atOnce });
    const stopAsking = keepCreatingPayments(creators, chance.fork('asking'));
    const stopDeciding = keepDecidingCallbacks(deciders, log, chance.fork('deciding'));
    await pause(warmUpMs);
    const found = (violation: Violation) => void violations.push(violation);
    const play = chance.fork('play');
    const { cluster, databaseUrl } = options;
    await options.disturb({
      ...crew,
      random: play,
      cluster,
      databaseUrl,
      load,
      log,
      figures,
      recoveryLimitMs,
      violations: found,
    });
    await waitForTraffic(log, deciders);
    stopAsking();
    stopDeciding();
    crew.service.setMode('well');
    for (const content of await load.settle(settleMs))
      found({
        invariant: 'recovery',
        description: `a ${content.kind} was never acknowledged: ${content.sha256}`,
      });
    await Promise.all(deciders.map((decider) => decider.finish()));
    await foldWaiting(options.databaseUrl, options.hasWorker, found);
  } finally {
    await crew.end();
    await log.close();
  }
  violations.push(...(await check(options.databaseUrl, tenants, crew, log)));
  return {
    seed: options.seed,
    seconds: Math.round((performance.now() - begun) / 100) / 10,
    requests: log.totals(),
    decisions: sumDecisions(crew.deciders),
    paymentsMade: crew.service.createdPayments.length,
    figures,
    businesses: tenants.businesses,
    violations,
  };
}

/** Waits until enough callbacks and decisions have succeeded for the run to be meaningful. */
async function waitForTraffic(log: SendingLog, deciders: readonly Decider[]): Promise<void> {
  const isDecided = () => deciders.length === 0 || sumDecisions(deciders).released >= fewestReleased;
  for (const end = performance.now() + settleMs; performance.now() < end; await pause(20))
    if (log.totals().acknowledged >= fewest && isDecided()) return;
}

/** Counts the results of decisions. */
function sumDecisions(deciders: readonly Decider[]): Report['decisions'] {
  const requests = deciders.flatMap((decider) => decider.requests);
  const count = (outcome: DecisionRequest['outcome'], acts: readonly Act[]) =>
    requests.filter((one) => one.outcome === outcome && acts.includes(one.act)).length;
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
  crew: Processes,
  log: SendingLog,
): Promise<Violation[]> {
  const requests = crew.deciders.flatMap((decider) => decider.requests);
  const applied = [
    ...log
      .contentCounts()
      .flatMap(({ content, ok }) => (ok > 0 && content.expectedVerdict === 'effective' ? [content] : [])),
    ...requests.flatMap(({ content, act, outcome }) =>
      act === 'release' && outcome === 'done' ? [content] : [],
    ),
  ];
  const calledBack = new Set(applied.map(({ effect }) => effect?.paymentId ?? null));
  return withClient(url, async (client) => [
    ...(await checkCallbacks(client, businesses, log, requests)),
    ...checkCreates(
      {
        made: crew.service.createdPayments,
        told: crew.creators.flatMap(({ reports }) => reports),
        isCalledBack: (paymentId) => calledBack.has(paymentId),
      },
      await readIntents(client, businesses),
    ),
  ]);
}
