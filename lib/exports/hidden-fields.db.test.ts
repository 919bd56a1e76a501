import { createHash } from 'node:crypto';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { openTestRequestAs } from '#lib/platform/testing/file-doubles.ts';
import { instant } from '#lib/values/instant.ts';
import type { HiddenContent } from './testing/hidden-stores.ts';
import {
  emptyBusiness,
  fillBusiness,
  hiddenRecordIds,
  hiddenValueSamples,
  hiddenValueStores,
} from './testing/hidden-stores.ts';
import type { SurfaceReading } from './testing/read-surfaces.ts';
import { findSurfaces, listDifferences, listFields, readSurface } from './testing/read-surfaces.ts';

/**
 * Compares stores that differ only in hidden content: people without risk.read receive the same bytes from every GET
 * route and page below a business. The surfaces are listed from the file system, so new ones are included.
 */

const now = 1_793_100_000_000;
const app = path.resolve(import.meta.dirname, '../../app');

/** Surfaces that are not compared here, each with the reason. */
const excludedSurfaces: Readonly<Record<string, string>> = {
  'api/businesses/[business]/live/route.ts':
    'an endless stream: its events for changes of risk are tested with the change stamps',
};

/** Fields that are random on every read. */
const random: readonly RegExp[] = [/payments\/new\/page.*\.suggestedId$/];

/** Returns each field in which two sets of readings differ, with its address. */
function listFieldDifferences(
  one: ReadonlyMap<string, SurfaceReading> | undefined,
  other: ReadonlyMap<string, SurfaceReading> | undefined,
): readonly string[] {
  const addresses = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
  return [...addresses].flatMap((address) =>
    listDifferences(one?.get(address), other?.get(address))
      .map((field) => `${address} ${field}`)
      .filter((field) => !random.some((one) => one.test(field))),
  );
}

const surfaces = ['api/businesses/[[]business]/**/route.ts', '(dashboard)/[[]business]/**/page.tsx']
  .flatMap((pattern) => findSurfaces(app, pattern))
  .filter(({ name }) => !Object.hasOwn(excludedSurfaces, name));

let tenant: Tenant;
let stranger: Context<PersonActor>;

beforeAll(async () => {
  const clock = { now: () => instant(now) };
  tenant = await createTenant(clock);
  stranger = await createPerson(new Map(), clock);
});

const roles = ['viewer', 'finance', 'stranger'] as const;
type Reader = (typeof roles)[number] | 'compliance';

function signIn(reader: Reader): void {
  const { actor, clock } = reader === 'stranger' ? stranger : tenant.as[reader];
  openTestRequestAs(createContext(actor, { clock, requestId: 'a-request' }));
}

/** Reads every surface as one reader. Returns the readings by address. */
async function readAll(reader: Reader): Promise<ReadonlyMap<string, SurfaceReading>> {
  signIn(reader);
  const all = new Map<string, SurfaceReading>();
  // Surfaces whose addresses come from lists and timelines are read last.
  for (const surface of surfaces)
    for (const [address, reading] of await readSurface(surface, tenant.businessId, all))
      all.set(address, reading);
  return all;
}

async function readStore(hidden: HiddenContent, readers: readonly Reader[]) {
  await emptyBusiness(tenant.businessId);
  await fillBusiness(tenant.businessId, hidden);
  const read = new Map<Reader, ReadonlyMap<string, SurfaceReading>>();
  for (const reader of readers) read.set(reader, await readAll(reader));
  return read;
}

/** Returns the readers of a store. The third store differs in one more way, and finance reads the same as a viewer. */
const listReaders = (store: string): readonly Reader[] =>
  store === 'first' ? [...roles, 'compliance'] : store === 'absent' ? ['viewer'] : roles;

describe('stores that differ only in hidden content', () => {
  const read = new Map<string, ReadonlyMap<Reader, ReadonlyMap<string, SurfaceReading>>>();
  beforeAll(async () => {
    for (const [name, hidden] of Object.entries(hiddenValueStores))
      read.set(name, await readStore(hidden, listReaders(name)));
  });

  test.each(roles)('return the same to %s in every field of every surface', (role) => {
    const first = read.get('first')?.get(role) ?? new Map<string, SurfaceReading>();
    expect(first.size).toBeGreaterThan(surfaces.length);
    for (const name of Object.keys(hiddenValueStores).slice(1)) {
      if (!listReaders(name).includes(role)) continue;
      const different = listFieldDifferences(first, read.get(name)?.get(role));
      expect(different).toEqual([]);
    }
    const fields = new Set([...first].flatMap(([address, reading]) => listFields(address, reading)));
    process.stdout.write(`${role}: ${fields.size} fields of ${first.size} answers are free of hidden data\n`);
    expect(fields.size).toBeGreaterThan(role === 'stranger' ? 0 : 1_000);
  });

  test('return each record, and risk detail to roles that may read it', () => {
    const of = (role: Reader) => JSON.stringify([...(read.get('first')?.get(role) ?? [])]);
    for (const id of Object.values(hiddenRecordIds))
      expect([id, of('viewer').includes(id)]).toEqual([id, true]);
    for (const word of hiddenValueSamples) {
      for (const role of [...roles, 'compliance'] as const)
        expect([word, role, of(role).includes(word)]).toEqual([word, role, role === 'compliance']);
    }
  });

  test('return no hash, and no id made from one, to these readers', async () => {
    const { rows } = await databasePool().query<{ id: string; hash: string }>(
      `SELECT id::text, encode(sha256, 'hex') AS hash FROM callback_message WHERE business_id = $1::uuid
       UNION ALL SELECT id::text, encode(sha256, 'hex') FROM service_answer WHERE business_id = $1::uuid`,
      [tenant.businessId],
    );
    expect(rows.length).toBeGreaterThan(6);
    const last = [...read.keys()].at(-1) ?? '';
    for (const role of listReaders(last)) {
      const text = JSON.stringify([...(read.get(last)?.get(role) ?? [])]);
      for (const { id, hash } of rows) {
        expect([text.includes(id), text.includes(hash.slice(0, 16))]).toEqual([false, false]);
      }
    }
  });

  test('find nothing by a hash or a stored id in searches and addresses', async () => {
    const { rows } = await databasePool().query<{ id: string; hash: string }>(
      `SELECT id::text, encode(sha256, 'hex') AS hash FROM callback_message WHERE business_id = $1::uuid`,
      [tenant.businessId],
    );
    const rubbish = createHash('sha256').update('rubbish').digest('hex');
    const routes = surfaces.filter(({ name }) =>
      /callbacks(\/count|\/verdicts|\/export)?\/route|search\/route/.test(name),
    );
    expect(routes.length).toBe(5);
    const found = async (q: string) =>
      JSON.stringify(
        await Promise.all(
          routes.map(async (route) => [
            ...(await readSurface(route, tenant.businessId, new Map(), { q })).values(),
          ]),
        ),
      );
    signIn('finance');
    const nothing = await found(rubbish);
    for (const { id, hash } of rows)
      for (const q of [hash, hash.slice(0, 8), id, id.slice(0, 13)]) expect(await found(q)).toBe(nothing);
  });
});

const laterStore = (read: HiddenContent['read'], owner: unknown): HiddenContent => ({
  ...hiddenValueStores.first,
  later: { read, owner },
});

describe('a later read and callback in which only risk changed', () => {
  test('give a viewer the same as an unchanged read and a repeated callback', async () => {
    const [unchanged, changed] = [
      await readStore(laterStore(hiddenValueStores.first.read, hiddenValueStores.first.laterOwner), [
        'viewer',
      ]),
      await readStore(laterStore(hiddenValueStores.second.read, hiddenValueStores.second.laterOwner), [
        'viewer',
      ]),
    ].map((read) => read.get('viewer') ?? new Map<string, SurfaceReading>());
    expect(listFieldDifferences(unchanged, changed)).toEqual([]);
  });
});
