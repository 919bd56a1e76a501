import { verifyReadModel } from '#lib/observations/index.ts';
import { closeDatabase } from '#lib/platform/close-database.ts';
import { withProduct } from './environment.ts';

/** `npm run replay -- --verify`: rebuilds the read model aside from the stored bytes; exit 1 when it differs. */
if (process.argv[2] !== '--verify') {
  console.error('Usage: npm run replay -- --verify');
  process.exitCode = 1;
} else {
  await withProduct(async () => {
    try {
      const told = await verifyReadModel((difference) => console.log(JSON.stringify(difference)));
      console.log(JSON.stringify(told));
      process.exitCode = told.differences === 0 ? 0 : 1;
    } finally {
      await closeDatabase();
    }
  });
}
