import { verifyAudit } from '#lib/audit/index.ts';
import { closeDatabase } from '#lib/platform/close-database.ts';
import { demandTables } from './database/tables.ts';
import { withProduct } from './environment.ts';

/** `npm run audit:verify`: walks the audit log's chains; exit 1 when one is not what was written. */
await withProduct(async () => {
  try {
    await demandTables();
    const { chains, entries, breaches } = await verifyAudit();
    for (const { chainId, sequence, what } of breaches)
      console.error(`${chainId} entry ${sequence}: ${what}`);
    console.log(
      `${entries} entries in ${chains} chains: ${breaches.length === 0 ? 'sound' : `${breaches.length} breaches`}.`,
    );
    process.exitCode = breaches.length === 0 ? 0 : 1;
  } finally {
    await closeDatabase();
  }
});
