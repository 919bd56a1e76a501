import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { withProduct } from '#scripts/environment.ts';
import { measureExports, measureWorkbook } from './database/exports.ts';

/**
 * `npm run bench:exports [-- --payments N] [--xlsx]`: CSV of the newest N rows (100,000) of what is there (`npm run seed` first) by
 * our export and by COPY in the same run, and with --xlsx a workbook of all payments up to its cap, as JSON lines. The aim:
 * at most 3.3 times as long as COPY, and as much memory in the last tenth of the rows as in the first.
 */
const { values } = parseArgs({ options: { payments: { type: 'string' }, xlsx: { type: 'boolean' } } });

const tell = (figures: Readonly<Record<string, string | number>>) => {
  const rounded = Object.entries(figures).map(([name, value]) => [
    name,
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ]);
  console.log(JSON.stringify({ bench: 'exports', ...Object.fromEntries(rounded) }));
};

await withProduct(async () => {
  try {
    const url = process.env['DIRECT_URL'] || process.env['DATABASE_URL'] || '';
    await measureExports(url, Number(values.payments ?? 100_000), tell);
    if (values.xlsx) await measureWorkbook(url, tell);
  } finally {
    await closeDatabase();
  }
});
