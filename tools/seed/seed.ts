import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { rebuildParties, storeAllReasons } from '#lib/observations/index.ts';
import { createContext } from '#lib/platform/context.ts';
import { openCases } from '#lib/reviews/index.ts';
import { rebuildDays } from '#lib/rollups/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid, toId } from '#lib/values/ids.ts';
import { runWithProductEnvironment } from '#scripts/environment.ts';
import { loadDotEnv } from '#scripts/settings.ts';
import { fillBusiness, SeedRefusal } from './fill.ts';

/**
 * `npm run seed -- --payments N [--business ID] [--force]` fills a business (by default the first) up to N
 * realistic payments, to test the product at that size. It can be interrupted and run again.
 */

const usage = 'Usage: npm run seed -- --payments N [--business ID] [--force]';
const most = 100_000_000;

function readArguments(): { payments: number; business: string | null; force: boolean } {
  const { values } = parseArgs({
    options: { payments: { type: 'string' }, business: { type: 'string' }, force: { type: 'boolean' } },
  });
  const digits = (values.payments ?? '').replace(/[_,]/g, '');
  if (!/^\d{1,9}$/.test(digits) || Number(digits) > most)
    throw new SeedRefusal(`${usage}\n--payments should be a whole number up to ${most}.`);
  const business = values.business?.toLowerCase() ?? null;
  if (business !== null && !isUuid(business))
    throw new SeedRefusal('--business should be the id of a business (a UUID).');
  return { payments: Number(digits), business, force: values.force ?? false };
}

const begun = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}`);

async function seed(): Promise<void> {
  const { payments, business: wanted, force } = readArguments();
  loadDotEnv();
  if (process.env['SERVICE_BASE_URL'] && !force)
    throw new SeedRefusal(
      'SERVICE_BASE_URL is set: payments that nobody made do not belong beside real ones. --force does it all the same.',
    );
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      say('stopping: what is under way is finished; run it again to go on');
      stop.abort();
    });
  await runWithProductEnvironment(async () => {
    try {
      const url = process.env['DIRECT_URL'] || process.env['DATABASE_URL'] || '';
      const { business, added } = await fillBusiness({
        url,
        business: wanted,
        payments,
        say,
        stop: stop.signal,
      });
      await rebuildDays(toId<BusinessId>(business));
      await rebuildParties(toId<BusinessId>(business));
      await storeAllReasons(toId<BusinessId>(business));
      say('the days of Overview are made');
      const opened = await openCases(createContext({ kind: 'system', name: 'seed' }), stop.signal);
      say(`${opened.opened} review cases opened; ${added.toLocaleString('en-US')} payments added`);
    } finally {
      await closeDatabase();
    }
  });
}

try {
  await seed();
} catch (error) {
  const isExpected = error instanceof SeedRefusal || (error instanceof TypeError && 'code' in error);
  if (!isExpected) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
