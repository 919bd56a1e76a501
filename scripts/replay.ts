import { parseArgs } from 'node:util';
import { reprocessStored } from '#lib/callbacks/index.ts';
import { closeDatabase } from '#lib/database/close-database.ts';
import { tCommands } from '#lib/messages/commands.ts';
import {
  countExpired,
  countWaitingCallbacks,
  isCallbackKind,
  listStoredBusinesses,
  recordReading,
  verifyEffects,
  verifyReadModel,
  verifyReceivedBytes,
  verifyReceivedCounts,
} from '#lib/observations/index.ts';
import { findWorkerReport } from '#lib/operations/index.ts';
import { createContext } from '#lib/platform/context.ts';
import { verifyCaseReasons } from '#lib/reviews/index.ts';
import { verifyRollups } from '#lib/rollups/index.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { requireTables } from './database/tables.ts';
import { runWithProductEnvironment } from './environment.ts';

/**
 * `npm run replay -- --verify`: rebuilds the read model aside from the stored bytes; exit 1 when it differs.
 * `npm run replay -- --from 2026-11-01 --to 2026-11-02 [--business …] [--kind …] [--id …] [--apply]`: processes stored
 * callbacks by today's code; a dry run unless --apply is set. Each difference is a line of JSON, then the totals.
 */

const print = (line: unknown) => console.log(JSON.stringify(line));

/** Reports the progress on stderr every ten seconds, because a run may take minutes. Findings go to stdout. */
function progress() {
  let next = performance.now() + 10_000;
  return (told: unknown) => {
    if (performance.now() < next) return;
    next = performance.now() + 10_000;
    console.error(JSON.stringify({ verifying: told }));
  };
}

/** A received callback that waits longer beside a live worker is a failure. */
const longestWaitSeconds = 600;

async function verify(): Promise<boolean> {
  const verified = await verifyReadModel(print, progress());
  if (verified.seeded > 0) console.log(tCommands('replay.seeded', { count: verified.seeded }));
  const effects = (await verifyEffects(print)) + (await verifyCaseReasons(print));
  const days = await verifyRollups(print);
  const received = [...(await verifyReceivedCounts()), ...(await verifyReceivedBytes())];
  for (const breach of received) print(breach);
  // They have no effect yet. Beside a live worker, one is folded within seconds of its lock.
  const waiting = await countWaitingCallbacks();
  const worker = await findWorkerReport();
  const isStuck = worker?.isSilent === false && waiting.oldestSeconds > longestWaitSeconds;
  print({
    ...verified,
    waiting: { callbacks: waiting.count, oldestSeconds: Math.round(waiting.oldestSeconds), isStuck },
    effects: { differences: effects },
    money: days,
    received: { breaches: received.length, expired: (await countExpired()).messages },
  });
  return verified.differences + effects + days.differences + received.length === 0 && !isStuck;
}

class WrongUsage extends Error {}

function parseMoment(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new WrongUsage(tCommands('replay.noTime', { value: text }));
  return at;
}

function getId<Id extends BusinessId | MessageId>(text: string | undefined): Id | null {
  if (text === undefined) return null;
  const id = parseId<Id>(text);
  if (id === null) throw new WrongUsage(tCommands('replay.noId', { value: text }));
  return id;
}

function settings() {
  const { values } = parseArgs({
    options: {
      verify: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      apply: { type: 'boolean', default: false },
      from: { type: 'string' },
      to: { type: 'string' },
      business: { type: 'string' },
      kind: { type: 'string' },
      id: { type: 'string' },
    },
  });
  const kind = values.kind ?? null;
  if (kind !== null && !isCallbackKind(kind))
    throw new WrongUsage(tCommands('replay.noKind', { value: kind }));
  const message = getId<MessageId>(values.id);
  const [from, to] = [parseMoment(values.from), parseMoment(values.to)];
  const isComplete = values.all && !values.business && kind === null && from === null && to === null;
  const isBounded = values.all || message !== null || from !== null || to !== null;
  if (!values.verify && !isBounded) throw new WrongUsage(tCommands('replay.noSelection'));
  return {
    verifies: values.verify,
    applies: values.apply,
    business: getId<BusinessId>(values.business),
    /** True if every stored callback is selected. */
    isComplete: isComplete && message === null,
    selection: { kind, verdict: null, from, to, message },
  };
}

async function reprocess({
  applies,
  business,
  selection,
  isComplete,
}: ReturnType<typeof settings>): Promise<void> {
  const context = createContext({ kind: 'system', name: 'replay' });
  const total = { applied: applies, messages: 0, differences: 0 };
  for (const businessId of business === null ? await listStoredBusinesses() : [business]) {
    const told = await reprocessStored(context, {
      businessId,
      selection,
      applies,
      onDifference: (difference) => print({ businessId, ...difference }),
    });
    total.messages += told.messages;
    total.differences += told.differences;
  }
  print(total);
  if (isComplete && applies) await recordReading();
}

async function main(): Promise<void> {
  const given = settings();
  await runWithProductEnvironment(async () => {
    try {
      await requireTables();
      if (!given.verifies) await reprocess(given);
      else if (!(await verify())) process.exitCode = 1;
    } finally {
      await closeDatabase();
    }
  });
}

try {
  await main();
} catch (thrown) {
  const isWrong = thrown instanceof WrongUsage || (thrown instanceof TypeError && 'code' in thrown);
  if (!isWrong) throw thrown;
  console.error(
    [
      thrown.message,
      tCommands('replay.usage'),
      `       ${tCommands('replay.usageSelection')}`,
      tCommands('replay.usageTime'),
    ].join('\n'),
  );
  process.exitCode = 1;
}
