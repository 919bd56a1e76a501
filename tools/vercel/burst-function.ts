import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase } from '#lib/database/close-database.ts';
import { checkReadiness } from '#lib/database/readiness.ts';

/**
 * One function of the burst: reads and writes the database like a request, three times at once. Tries again for a minute,
 * because all functions share the processors of this machine. Prints the reason and exits with 1 if it fails.
 */
const end = Date.now() + 60_000;
let reason: string | null = null;
do {
  const reports = await Promise.all([checkReadiness(), checkReadiness(), checkReadiness()]);
  reason = reports.find(({ isReady }) => !isReady)?.reason ?? null;
  if (reason !== null) await pause(1_000);
} while (reason !== null && Date.now() < end);
await closeDatabase();
if (reason !== null) {
  console.error(reason);
  process.exitCode = 1;
}
