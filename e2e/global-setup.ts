import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch } from './fixtures/launch.ts';
import { rememberSignIns } from './fixtures/people.ts';
import { product } from './fixtures/product.ts';

/** Starts the whole product in a data folder of its own. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!product.isOurs) return undefined;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countinghouse-e2e-'));
  const launched = await launch({ ...product, dataDir, name: 'e2e-product' });
  rememberSignIns(launched.printed);
  return async () => {
    await launched.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
