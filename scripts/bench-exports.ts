import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/platform/close-database.ts';
import { measureExports } from './database/bench/exports.ts';
import { withProduct } from './environment.ts';

/**
 * `npm run bench:exports [-- --payments N]`: CSV of the newest N rows (100,000) of what is there (`npm run seed` first) by our
 * export and by COPY in the same run, as JSON lines. The aim: at most 3.3 times as long, at constant memory.
 */
const { values } = parseArgs({ options: { payments: { type: 'string' } } });

await withProduct(async () => {
  try {
    const url = process.env['DIRECT_URL'] || process.env['DATABASE_URL'] || '';
    await measureExports(url, Number(values.payments ?? 100_000), (figures) => {
      const rounded = Object.entries(figures).map(([name, value]) => [
        name,
        typeof value === 'number' ? Math.round(value * 100) / 100 : value,
      ]);
      console.log(JSON.stringify({ bench: 'exports', ...Object.fromEntries(rounded) }));
    });
  } finally {
    await closeDatabase();
  }
});
