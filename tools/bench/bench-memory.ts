import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { startSending } from '../rehearse/callback-sender.ts';
import type { Installation, Part } from '../rehearse/installation.ts';
import { startInstallation } from '../rehearse/installation.ts';
import { signInOwner } from '../rehearse/sign-in.ts';
import { fetchStatus, inWorkFolder } from '../rehearse/work-folder.ts';
import { readMemoryShare } from './child.ts';
import { formatGoal } from './goals.ts';
import { requireBuild } from './require-build.ts';

/**
 * `npm run bench:memory [-- --runs N] [-- --minutes N]`: starts web, worker and intake of the production build, and prints
 * a JSON line for each with its memory and the seconds of its start. With minutes, the last run goes on under light
 * load: a page every 10 seconds and a callback every 5. Linux only.
 *
 * - `rss`: resident memory in MB, where each process counts the shared pages of Node, too
 * - `pss`: the same with shared pages divided among their users, so that a sum is what the machine gives
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, minutes: { type: 'string', default: '0' } },
});
const runs = Number(values.runs);
const minutes = Number(values.minutes);

/** Jobs and gauges have run once by then. */
const settleMs = 20_000;
const freshGoal = 500;
const loadedGoal = 700;

type Memory = { readonly rss: number; readonly pss: number };

const rounded = (value: number) => Math.round(value * 10) / 10;
const listParts = ({ webs, workers, intakes }: Installation): readonly Part[] => [
  ...webs,
  ...workers,
  ...intakes,
];

function readSum(place: Installation): Memory {
  const parts = listParts(place).map(({ process }) => readMemoryShare(process.pid));
  return {
    rss: rounded(parts.reduce((sum, { rss }) => sum + rss, 0)),
    pss: rounded(parts.reduce((sum, { pss }) => sum + pss, 0)),
  };
}

function print(line: object): void {
  console.log(JSON.stringify({ bench: 'memory', ...line }));
}

function printParts(place: Installation, more: object): void {
  for (const part of listParts(place))
    print({
      ...more,
      part: part.name,
      startSeconds: part.startSeconds,
      ...readMemoryShare(part.process.pid),
    });
  print({ ...more, part: 'sum', ...readSum(place) });
}

const pages = [
  'overview',
  'payments',
  'deposits',
  'withdrawals',
  'callbacks',
  'reports',
  // The audit log is hidden from an owner without a second factor.
  'team',
  'settings',
];

async function load(place: Installation): Promise<Memory> {
  const [web] = place.webs;
  const [intake] = place.intakes;
  if (web === undefined || intake === undefined) throw new Error('a part is missing');
  const cookie = await signInOwner(web.address);
  const sender = startSending([`${intake.address}${place.callbackPath}`], 0.2);
  const until = performance.now() + minutes * 60_000;
  let [opened, failed, most] = [0, 0, 0];
  while (performance.now() < until) {
    const page = pages[opened % pages.length] ?? '';
    const status = await fetchStatus(`${web.address}/${place.businessId}/${page}`, cookie);
    opened += 1;
    if (status !== 200) failed += 1;
    most = Math.max(most, readSum(place).rss);
    await pause(10_000);
  }
  const { unacknowledged } = await sender.end(10_000);
  print({ load: { opened, failed, callbacks: sender.acknowledged.length, unacknowledged }, mostRss: most });
  printParts(place, { after: `${minutes} minutes` });
  return readSum(place);
}

/** Starts the parts on an empty database, and returns their memory when they are idle. */
async function measureRun(
  run: number,
  isLast: boolean,
): Promise<readonly [fresh: Memory, loaded: Memory | null]> {
  let [fresh, loaded]: [Memory, Memory | null] = [{ rss: 0, pss: 0 }, null];
  await inWorkFolder(async (folder, onEnd) => {
    const dataDir = path.join(folder, 'data');
    fs.mkdirSync(dataDir);
    const database = await startEmbeddedDatabase({ dataDir, port: 0 });
    onEnd(() => database.stop());
    const place = await startInstallation({
      folder,
      url: database.url,
      directUrl: database.url,
      webs: 1,
      intakes: 1,
      workers: 1,
    });
    onEnd(place.end);
    await pause(settleMs);
    if (run > 0) printParts(place, { run });
    fresh = readSum(place);
    if (isLast && minutes > 0) loaded = await load(place);
  });
  return [fresh, loaded];
}

await requireBuild();
// Fills the cache of compiled programs, which every later start reads.
await measureRun(0, false);
const measured: Memory[] = [];
let afterLoad: Memory | null = null;
for (let run = 1; run <= runs; run += 1) {
  const [fresh, loaded] = await measureRun(run, run === runs);
  measured.push(fresh);
  afterLoad = loaded;
}
const worst = (of: (memory: Memory) => number) => Math.max(...measured.map(of));
print(formatGoal({ of: 'fresh, resident MB', figure: worst(({ rss }) => rss), atMost: freshGoal }));
print({ worstPss: worst(({ pss }) => pss) });
if (afterLoad !== null)
  print(
    formatGoal({ of: `after ${minutes} minutes, resident MB`, figure: afterLoad.rss, atMost: loadedGoal }),
  );
