import { rm } from 'node:fs/promises';
import { testFolder } from '#scripts/database/test-folder.ts';
import { launch } from './fixtures/launch.ts';
import { rememberSignIns } from './fixtures/people.ts';
import type { Product } from './fixtures/product.ts';
import { products, startsProducts } from './fixtures/product.ts';
import { seed } from './fixtures/seed.ts';

async function start(place: Product, worker: number) {
  const dataDir = await testFolder('e2e');
  const launched = await launch({ ...place, dataDir, name: `e2e-product-${worker}` });
  rememberSignIns(launched.output);
  return async () => {
    await launched.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Starts the whole product for each worker, in a new data folder. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  console.log(`E2E_SEED=${seed}`);
  if (!startsProducts) return undefined;
  const starts = await Promise.allSettled(products.map(start));
  const stopAll = async () => {
    await Promise.all(starts.map((one) => (one.status === 'fulfilled' ? one.value() : undefined)));
  };
  const failed = starts.find((one) => one.status === 'rejected');
  if (failed === undefined) return stopAll;
  await stopAll();
  throw failed.reason;
}
