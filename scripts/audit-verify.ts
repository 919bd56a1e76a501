import { verifyAudit } from '#lib/audit/index.ts';
import { verifyReceived } from '#lib/observations/index.ts';
import { closeDatabase } from '#lib/platform/close-database.ts';
import { demandTables } from './database/tables.ts';
import { withProduct } from './environment.ts';

/**
 * `npm run audit:verify`: checks the audit log's chains, and that no received callback, delivery or answer is missing;
 * exit 1 when something is not what was written.
 */
await withProduct(async () => {
  try {
    await demandTables();
    const { chains, entries, explained, breaches } = await verifyAudit();
    for (const { chainId, sequence, what } of breaches)
      console.error(`${chainId} entry ${sequence}: ${what}`);
    console.log(
      `${entries} entries in ${chains} chains: ${breaches.length === 0 ? 'sound' : `${breaches.length} breaches`}.`,
    );
    if (explained > 0)
      console.log(`${explained} entries were stored under another time zone, as a later entry explains.`);
    const received = await verifyReceived();
    for (const { businessId, source, what } of received)
      console.error(`business ${businessId} ${source}: ${what}`);
    console.log(`Received data: ${received.length === 0 ? 'complete' : `${received.length} breaches`}.`);
    process.exitCode = breaches.length + received.length === 0 ? 0 : 1;
  } finally {
    await closeDatabase();
  }
});
