import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { runWithProductEnvironment } from '#scripts/environment.ts';
import { measureExports, measureWorkbook } from './database/exports.ts';

/**
 * `npm run bench:exports [-- --payments N] [--xlsx] [--save FILE]` exports the newest N rows (100,000) of the existing
 * data (`npm run seed` first) as CSV, by our export and by COPY in the same run. With --xlsx it also exports a workbook
 * of all payments up to its cap, and --save keeps it for another program to open. Prints JSON lines. The goals: at most
 * 3.3 times the time of COPY, and equal memory in the first and last tenth of the rows.
 */
const { values } = parseArgs({
  options: { payments: { type: 'string' }, xlsx: { type: 'boolean' }, save: { type: 'string' } },
});

const print = (figures: Readonly<Record<string, string | number>>) => {
  const rounded = Object.entries(figures).map(([name, value]) => [
    name,
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ]);
  console.log(JSON.stringify({ bench: 'exports', ...Object.fromEntries(rounded) }));
};

await runWithProductEnvironment(async () => {
  try {
    const url = process.env['DIRECT_URL'] || process.env['DATABASE_URL'] || '';
    await measureExports(url, Number(values.payments ?? 100_000), print);
    if (values.xlsx) await measureWorkbook(url, print, values.save ?? null);
  } finally {
    await closeDatabase();
  }
});
