import { rm } from 'node:fs/promises';
import { testFolder } from '#scripts/database/test-folder.ts';
import { launch } from './fixtures/launch.ts';
import { rememberSignIns } from './fixtures/people.ts';
import { product } from './fixtures/product.ts';

/** Starts the whole product in a new data folder. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!product.isOurs) return undefined;
  const dataDir = await testFolder('e2e');
  const launched = await launch({ ...product, dataDir, name: 'e2e-product' });
  rememberSignIns(launched.output);
  return async () => {
    await launched.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
