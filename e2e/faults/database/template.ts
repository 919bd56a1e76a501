import { migrate } from '../../crossing/migrate.ts';
import type { SeededRandom } from '../random.ts';
import type { Cluster } from './cluster.ts';
import { withClient } from './cluster.ts';

const template = 'faults_template';

/** Creates the migrated database from which each run gets a copy. */
export async function prepareTemplate(cluster: Cluster): Promise<void> {
  await withClient(cluster.url(), (client) => client.query(`CREATE DATABASE ${template}`));
  await migrate(cluster.url(template));
}

/** Creates a migrated database for one run. */
export async function freshDatabase(cluster: Cluster, name: string): Promise<string> {
  await withClient(cluster.url(), async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return cluster.url(name);
}

export async function dropDatabase(cluster: Cluster, name: string): Promise<void> {
  await withClient(cluster.url(), (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

export type Tenants = { readonly businesses: readonly string[]; readonly personId: string };

/** The session in which the programs act. */
const sessionId = '00000000-0000-4000-a000-000000000000';

/** Adds two businesses for one run, and a person who may create payments at both. */
export async function addTenants(url: string, chance: SeededRandom): Promise<Tenants> {
  const businesses = [chance.uuid(), chance.uuid()];
  const personId = chance.uuid();
  await withClient(url, async (client) => {
    await client.query(`INSERT INTO person (id, email, name, password_hash) VALUES ($1, $2, 'Faults', '')`, [
      personId,
      `${personId}@example.test`,
    ]);
    // For decisions on callbacks, which need a recent authentication. The clocks of the processes differ.
    await client.query(
      `INSERT INTO session (id, person_id, authenticated_at) VALUES ($1, $2, now() + interval '1 day')
       ON CONFLICT DO NOTHING`,
      [sessionId, personId],
    );
    for (const id of businesses) {
      // Its day totals are complete before its first record, so `replay --verify` finds each day without a mark.
      await client.query(
        `INSERT INTO business (id, name, totals_time_zone) VALUES ($1, 'A business of the fault harness', 'UTC')`,
        [id],
      );
      await client.query(`INSERT INTO membership (person_id, business_id, role) VALUES ($1, $2, 'finance')`, [
        personId,
        id,
      ]);
    }
  });
  return { businesses, personId };
}
