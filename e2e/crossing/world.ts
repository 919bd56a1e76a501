import { test as base } from '@playwright/test';
import { connectWithRetry } from '#scripts/database/connect.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { testFolder } from '#scripts/database/test-folder.ts';
import { migrate } from './migrate.ts';
import type { Principal } from './principals.ts';
import { makePerson, makePrincipals } from './principals.ts';
import type { RecordIds } from './records.ts';
import { createRecords } from './records.ts';
import type { Server } from './serve.ts';
import { removeFolder, serve } from './serve.ts';

/** The built web app with its own database, a business and every kind of requester. */
export type TestWorld = {
  readonly client: Awaited<ReturnType<typeof connectWithRetry>>;
  readonly server: Server;
  readonly place: RecordIds;
  readonly owner: Principal;
  readonly end: () => Promise<void>;
};

const secret = 'a-secret-of-a-world-of-tests-that-is-long-enough';

async function createTestWorld(): Promise<TestWorld> {
  const dataDir = await testFolder('world');
  const database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  await migrate(database.url);
  const client = await connectWithRetry(database.url, 'DATABASE_URL');
  const creator = await makePerson(client, 'creator');
  const place = await createRecords(client, creator);
  const elsewhere = await createRecords(client, creator);
  const principals = await makePrincipals(client, {
    business: place.business,
    elsewhere: elsewhere.business,
    secret,
  });
  const owner = principals.find(({ name }) => name === 'owner');
  if (owner === undefined) throw new Error('no owner');
  const server = await serve(process.cwd(), { databaseUrl: database.url, secret });
  const end = async () => {
    await server.stop();
    await client.end();
    await database.stop();
    await removeFolder(dataDir);
  };
  return { client, server, place, owner, end };
}

/** Tests of a worker share its world. */
export const test = base.extend<object, { readonly world: TestWorld }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const world = await createTestWorld();
      await use(world);
      await world.end();
    },
    { scope: 'worker', timeout: 5 * 60_000 },
  ],
});
