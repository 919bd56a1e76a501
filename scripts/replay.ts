import { verifyReadModel } from '#lib/observations/index.ts';
import { closeDatabase } from '#lib/platform/close-database.ts';
import { verifyRollups } from '#lib/rollups/index.ts';
import { demandTables } from './database/tables.ts';
import { withProduct } from './environment.ts';

/** `npm run replay -- --verify`: rebuilds the read model aside from the stored bytes; exit 1 when it differs. */
if (process.argv[2] !== '--verify') {
  console.error('Usage: npm run replay -- --verify');
  process.exitCode = 1;
} else {
  await withProduct(async () => {
    try {
      await demandTables();
      const told = await verifyReadModel((difference) => console.log(JSON.stringify(difference)));
      if (told.seeded > 0) console.log(`${told.seeded} seeded records without bytes, skipped`);
      const days = await verifyRollups((difference) => console.log(JSON.stringify(difference)));
      console.log(JSON.stringify({ ...told, money: days }));
      process.exitCode = told.differences + days.differences === 0 ? 0 : 1;
    } finally {
      await closeDatabase();
    }
  });
}
