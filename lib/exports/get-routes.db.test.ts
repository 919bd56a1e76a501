import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { createContext } from '#lib/platform/context.ts';
import { openTestRequestAs } from '#lib/platform/testing/file-doubles.ts';
import { fillBusiness, hiddenValueStores } from './testing/hidden-stores.ts';
import type { SurfaceReading } from './testing/read-surfaces.ts';
import { findSurfaces, readSurface } from './testing/read-surfaces.ts';

/** A GET request changes nothing, so that a link or an image of another site can't act for a person. */

const app = path.resolve(import.meta.dirname, '../../app');

/** Every route of a business with GET, and what its request writes. A new route that writes must be reviewed here. */
const surfaces = findSurfaces(app, 'api/businesses/[[]business]/**/route.ts').filter(
  // An endless stream. It only reads.
  ({ name }) => name !== 'api/businesses/[business]/live/route.ts',
);

/** A view may leave its audit entry. */
const auditTables = ['audit_entry', 'audit_head'];

let tenant: Tenant;

/** Notes each table that a statement changes. */
async function watchWrites(): Promise<void> {
  await databasePool().query(`
    CREATE TABLE watched_write (name text PRIMARY KEY);
    CREATE FUNCTION watch_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO watched_write VALUES (TG_TABLE_NAME) ON CONFLICT DO NOTHING; RETURN NULL; END $$;
    DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                     AND relname NOT IN ('watched_write', '_prisma_migrations') LOOP
        EXECUTE format('CREATE TRIGGER watch_write AFTER INSERT OR UPDATE OR DELETE ON %I EXECUTE FUNCTION watch_write()', name);
      END LOOP;
    END $$`);
}

async function takeWrites(): Promise<readonly string[]> {
  const { rows } = await databasePool().query<{ name: string }>('DELETE FROM watched_write RETURNING name');
  return rows.map(({ name }) => name).sort();
}

beforeAll(async () => {
  tenant = await createTenant();
  await fillBusiness(tenant.businessId, hiddenValueStores.first);
  // Loading the routes takes longer than reading them.
  for (const { file } of surfaces) await import(file);
  await watchWrites();
});
afterAll(() => databasePool().query('DROP FUNCTION watch_write CASCADE; DROP TABLE watched_write'));

test.each(['owner', 'compliance', 'viewer'] as const)(
  'no GET route writes anything but the audit entry of a view: %s',
  async (role) => {
    const read = new Map<string, SurfaceReading>();
    const writes: Record<string, readonly string[]> = {};
    const { actor, clock } = tenant.as[role];
    openTestRequestAs(createContext(actor, { clock }));
    for (const surface of surfaces) {
      for (const [address, reading] of await readSurface(surface, tenant.businessId, read, {}))
        read.set(address, reading);
      const written = (await takeWrites()).filter((table) => !auditTables.includes(table));
      if (written.length > 0) writes[surface.name] = written;
    }
    expect(writes).toEqual({});
    expect([...read.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(20);
  },
);

/** The other routes with GET, and why none of them can be used by a link of another site. */
const otherRoutes: Readonly<Record<string, string>> = {
  'api/[...unknown]/route.ts': 'answers 404',
  'api/auth/[...nextauth]/route.ts':
    'reads the session; the end of single sign-on needs the state that this browser began with',
  'api/callbacks/[business]/[secret]/[kind]/route.ts': 'answers 405',
  'api/cron/route.ts': 'writes, and needs CRON_SECRET in a header, which no link can send',
  'api/cron/[job]/route.ts': 'writes, and needs CRON_SECRET in a header, which no link can send',
  'api/health/route.ts': 'reads nothing',
  'api/mcp/route.ts':
    'reads, and writes when a token was used; needs the token in a header, which no link can send',
  'api/metrics/route.ts': 'reads, with a token',
  'api/ready/route.ts': 'reads, and probes that the database takes writes',
  'api/scim/v2/[[...path]]/route.ts':
    'reads, and writes when a token was used; needs the token in a header, which no link can send',
  'api/v1/[[...path]]/route.ts':
    'reads, and writes when a token was used; needs the token in a header, which no link can send',
  'api/v1/openapi.json/route.ts': 'reads nothing',
};

test('every other GET route is reviewed', () => {
  const found = fs
    .globSync('api/**/route.ts', { cwd: app })
    .filter((name) => !name.startsWith('api/businesses/'))
    .filter((name) => /\bGET\b/.test(fs.readFileSync(path.join(app, name), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(otherRoutes).sort());
});

test('sees a write', async () => {
  await databasePool().query('UPDATE business SET name = name WHERE id = $1', [tenant.businessId]);
  expect(await takeWrites()).toEqual(['business']);
});
