import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { checkCreates, readIntents } from '#e2e/faults/checks/check-creates.ts';
import { formatViolations } from '#e2e/faults/checks/violation.ts';
import { partEnvironment } from '#e2e/faults/parts/environment.ts';
import { createRandom } from '#e2e/faults/random.ts';
import { applyMigrations } from '#lib/database/migrate.ts';
import type { IntentRun } from './intent-plan.ts';
import { planIntentRuns } from './intent-plan.ts';
import { startIntentService } from './intent-service.ts';

const print = (line: Readonly<Record<string, unknown>>) =>
  console.log(JSON.stringify({ bench: 'intents', ...line }));

/** Requests that are under way at once. A kill interrupts all of them. */
const concurrency = 8;

const reportShape = z.object({
  clientPaymentId: z.string(),
  state: z.string().nullable(),
  paymentId: z.string().nullable(),
});
type Report = z.output<typeof reportShape>;
type Place = { readonly businessId: string; readonly personId: string };

async function createPerson(client: pg.Client): Promise<Place> {
  const { rows } = await client.query<Place>(
    `WITH business AS (INSERT INTO business (id, name) VALUES (gen_random_uuid(), 'Bench') RETURNING id),
          person AS (INSERT INTO person (email, name, password_hash) VALUES ('finance@bench.test', 'Bench', '') RETURNING id),
          member AS (INSERT INTO membership (person_id, business_id, role)
                       SELECT person.id, business.id, 'finance' FROM person, business)
     SELECT business.id::text AS "businessId", person.id::text AS "personId" FROM business, person`,
  );
  const [place] = rows;
  if (place === undefined) throw new Error('the business was not created');
  return place;
}

/** The process that requests payments as a person does. It is killed and replaced. */
function createRequester(environment: NodeJS.ProcessEnv, onReport: (report: Report) => void) {
  const start = (): ChildProcess => {
    const child = fork('e2e/faults/programs/create-payments.ts', {
      execArgv: ['--conditions=react-server'],
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message) => {
      if (message !== 'ready') onReport(reportShape.parse(message));
    });
    return child;
  };
  let child = start();
  let startedUp = Promise.race([once(child, 'message'), once(child, 'exit')]);
  let kills = 0;
  return {
    kills: () => kills,
    kill: () => {
      if (child.killed) return;
      child.kill('SIGKILL');
      kills += 1;
    },
    /** Returns the process, after replacing a killed one. */
    acquire: async (): Promise<ChildProcess> => {
      for (;;) {
        if (child.killed) {
          child = start();
          startedUp = Promise.race([once(child, 'message'), once(child, 'exit')]);
        }
        const current = child;
        await startedUp;
        if (!current.killed) return current;
      }
    },
    close: () => child.kill('SIGKILL'),
  };
}

/**
 * Runs faults of the service against kills of the requesting process, and checks I7. Each payment at the service belongs
 * to exactly one request. No request is sent again without a person. Returns false if that is broken.
 */
export async function benchIntents(url: string, seed: string, count: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await applyMigrations(client);
  const { businessId, personId } = await createPerson(client);
  const chance = createRandom(seed);
  const runs = planIntentRuns(chance.fork('plan'), count);
  const plan = new Map(runs.map((run) => [run.clientPaymentId, run]));
  const reports: Report[] = [];
  const waiting = new Map<string, () => void>();
  /** The number of times that a person may have sent each request. */
  const allowed = new Map<string, number>();
  let kill = () => {};
  const service = await startIntentService(chance.fork('service'), plan, () => kill());
  const requester = createRequester(
    {
      ...partEnvironment({ databaseUrl: url, serviceUrl: service.url }),
      FAULTS_PERSON_ID: personId,
    },
    (report) => {
      reports.push(report);
      waiting.get(report.clientPaymentId)?.();
    },
  );
  kill = requester.kill;

  /** Requests a payment, and resolves with the report or when the process ends. */
  const request = async ({ clientPaymentId, isSentAgain }: IntentRun): Promise<boolean> => {
    const child = await requester.acquire();
    allowed.set(clientPaymentId, (allowed.get(clientPaymentId) ?? 0) + (isSentAgain ? 2 : 1));
    const answered = new Promise<boolean>((resolve) => {
      waiting.set(clientPaymentId, () => resolve(true));
      child.setMaxListeners(10_000);
      child.once('exit', () => resolve(false));
      if (child.killed) resolve(false);
    });
    child.send({ businessId, clientPaymentId, isSentAgain }, () => undefined);
    return answered;
  };
  const play = async (run: IntentRun): Promise<void> => {
    const answered = request(run);
    if (run.killPoint === 'before the request is stored') {
      await wait(run.killedAfterMs);
      requester.kill();
    }
    if (!(await answered) && run.isRepeated) await request({ ...run, isSentAgain: false });
  };
  const begun = performance.now();
  try {
    const queue = runs.values();
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (const run of queue) await play(run);
      }),
    );
    requester.close();
    const intents = await readIntents(client, [businessId]);
    const violations = checkCreates(
      { made: service.payments, told: reports, isCalledBack: () => false },
      intents,
    );
    const sentTwice = [...service.requests].filter(
      ([clientPaymentId, sent]) => sent > (allowed.get(clientPaymentId) ?? 0),
    ).length;
    const states = new Map<string, number>();
    for (const { state } of intents.intents) states.set(state, (states.get(state) ?? 0) + 1);
    const isRight = violations.length === 0 && sentTwice === 0;
    print({
      what: 'runs',
      seed,
      runs: count,
      kills: requester.kills(),
      seconds: Math.round((performance.now() - begun) / 1_000),
      requests: [...service.requests.values()].reduce((sum, sent) => sum + sent, 0),
      payments: service.payments.length,
      intents: intents.intents.length,
      states: Object.fromEntries(states),
      sentTwice,
      violations: violations.length,
      right: isRight,
    });
    if (violations.length > 0) console.error(formatViolations(violations));
    return isRight;
  } finally {
    requester.close();
    service.close();
    await client.end();
  }
}
