import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { createBusiness, createPerson } from '#lib/database/testing/tenant.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant, toDate } from '#lib/values/instant.ts';
import { findApprovalBlocks } from './approval-queries.ts';
import type { ApprovalBlock } from './schema.ts';

/** Compares the approvals that the database allows after a history with a model that follows the documentation. */

Object.assign(testEnv, { OIDC_DOMAINS: ['enforced.test'], OIDC_BREAK_GLASS: ['emergency@enforced.test'] });

const hourMs = 3_600_000;
const now = instant(Date.UTC(2026, 10, 20, 12));
const hoursAgo = (hours: number): Instant => addMilliseconds(now, -hours * hourMs);

const people = [0, 1, 2, 3, 4] as const;
type Index = (typeof people)[number];
type Giver = Index | 'provider' | 'operator';

/** The acts by which a person gives access. The identity provider only lets people join. */
const kinds = ['invitation', 'role', 'enable', 'reset', 'factor'] as const;

type Grant = {
  readonly by: Giver;
  readonly to: Index;
  readonly kind: (typeof kinds)[number];
  readonly hours: number;
  readonly elsewhere: boolean;
};
type Trust = {
  readonly joined: 'first link' | 'link' | 'mail' | 'seeded';
  readonly hasAddress: boolean;
  readonly factor: 'app' | 'unconfirmed app' | 'passkey' | 'provider' | 'none';
  /** The person must use single sign-on. */
  readonly isEnforced: boolean;
};
type History = { readonly grants: readonly Grant[]; readonly trust: readonly Trust[] };

const index = fc.constantFrom(...people);
const grant = fc
  .record({
    by: fc.oneof({ weight: 6, arbitrary: index }, fc.constantFrom('provider' as const, 'operator' as const)),
    to: index,
    kind: fc.constantFrom(...kinds),
    hours: fc.oneof(fc.integer({ min: 0, max: 80 }), fc.constantFrom(71, 72, 73)),
    elsewhere: fc.boolean(),
  })
  .filter(({ by, to }) => by !== to);
const trust = fc.record({
  joined: fc.constantFrom(...(['first link', 'link', 'mail', 'seeded'] as const)),
  hasAddress: fc.boolean(),
  factor: fc.constantFrom(...(['app', 'unconfirmed app', 'passkey', 'provider', 'none'] as const)),
  isEnforced: fc.boolean(),
});
const history = fc.record({
  grants: fc.array(grant, { maxLength: 7 }),
  trust: fc.array(trust, { minLength: people.length, maxLength: people.length }),
});

/** Everyone who gave access to a person before some time, and the person. Written as repeated steps, not as a closure. */
function listGivers(grants: readonly Grant[], person: Index): ReadonlySet<Giver> {
  const found = new Set<Giver>([person]);
  for (const _step of people)
    for (const { by, to } of grants) if (found.has(to) && by !== 'operator') found.add(by);
  return found;
}

/** Returns whether one person gave access to both, `later` hours from now. */
function shareGiver({ grants }: History, [first, second]: readonly [Index, Index], later: number): boolean {
  const counted = grants.filter(({ hours }) => hours + later < 72);
  const givers = listGivers(counted, second);
  return [...listGivers(counted, first)].some((giver) => givers.has(giver));
}

/** Returns the hours until the two are independent. */
function countHours(of: History, pair: readonly [Index, Index]): number {
  for (let later = 0; ; later += 1) if (!shareGiver(of, pair, later)) return later;
}

function expectBlocks(of: History, [proposer, approver]: readonly [Index, Index]) {
  const hours = countHours(of, [proposer, approver]);
  const { joined, hasAddress, factor, isEnforced } = of.trust[approver] ?? {};
  // The first owner is no exception.
  const isLink = joined === 'link' || joined === 'first link';
  // Only a directory gives access to an address that no one has verified.
  const isDirectory =
    hasAddress === false && of.grants.some(({ by, to }) => by === 'provider' && to === approver);
  const isChecked = isLink || isDirectory;
  const hasFactor = factor === 'app' || factor === 'passkey' || (factor === 'provider' && isEnforced);
  return {
    possibleFrom: hours === 0 ? null : addMilliseconds(now, hours * hourMs),
    needs: [
      ...(isChecked && hasAddress === false ? ['address'] : []),
      ...(isChecked && !hasFactor ? ['factor'] : []),
    ],
  };
}

const factorWriters = {
  app: (personId: string) => storeApp(personId, true),
  'unconfirmed app': (personId: string) => storeApp(personId, false),
  passkey: (personId: string) =>
    database().passkey.create({
      data: {
        ...{ personId, credentialId: randomBytes(16), publicKey: randomBytes(16), counter: 0 },
        ...{
          transports: [],
          isSyncable: false,
          isBackedUp: false,
          name: 'A passkey',
          createdAt: toDate(now),
        },
      },
    }),
  provider: (personId: string) =>
    database().personIdentity.create({
      data: {
        ...{ personId, issuer: 'https://idp.test', subject: randomUUID(), email: 'ada@example.test' },
        ...{ linkedAt: toDate(now), lastUsedAt: toDate(now) },
      },
    }),
  none: async () => null,
};

const storeApp = (personId: string, isConfirmed: boolean) =>
  database().secondFactor.create({
    data: {
      ...{ factorId: randomUUID(), personId, kind: 'totp', secret: new Uint8Array(48), keyId: 'key' },
      ...{ createdAt: toDate(now), confirmedAt: isConfirmed ? toDate(now) : null },
    },
  });

async function store({ grants, trust: of }: History) {
  const [here, there] = await Promise.all([createBusiness(), createBusiness()]);
  const created = await Promise.all(people.map(() => createPerson(new Map([[here, 'owner']]))));
  const toPersonId = (at: Index) => created[at]?.actor.personId ?? '';
  for (const person of people) {
    const { joined = 'seeded', hasAddress = false, factor = 'none', isEnforced = false } = of[person] ?? {};
    const personId = toPersonId(person);
    if (isEnforced)
      await database().person.update({
        where: { id: personId },
        data: { email: `${randomUUID()}@enforced.test` },
      });
    if (hasAddress)
      await database().person.update({ where: { id: personId }, data: { emailVerifiedAt: toDate(now) } });
    await factorWriters[factor](personId);
    if (joined !== 'seeded')
      await database().invitation.create({
        data: {
          ...{ businessId: there, role: 'owner', delivery: joined === 'mail' ? 'mail' : 'link' },
          email: joined === 'first link' ? null : `${randomUUID()}@example.test`,
          ...{
            tokenHash: randomBytes(32),
            createdAt: toDate(now),
            sentAt: toDate(now),
            expiresAt: toDate(now),
          },
          ...{ acceptedAt: toDate(now), acceptedById: personId },
        },
      });
  }
  await database().accessGrant.createMany({
    data: grants.map(({ by, to, kind, hours, elsewhere }) => ({
      businessId: elsewhere ? there : here,
      personId: toPersonId(to),
      grantedById: typeof by === 'number' ? toPersonId(by) : null,
      kind: by === 'provider' ? 'provider' : kind,
      grantedAt: toDate(hoursAgo(hours)),
    })),
  });
  return { businessId: here, created };
}

/** Returns the verdict of the database's guard for each proposer. */
async function listGuarded(
  businessId: string,
  proposers: readonly string[],
  approver: string,
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await databasePool().query<{ proposer: string; independent: boolean }>(
    `SELECT proposer::text, NOT EXISTS (
            SELECT FROM approval_blocks($1, proposer, $3, $4) WHERE reason <> 'ownFactor') AS independent
       FROM unnest($2::uuid[]) AS proposer`,
    [businessId, proposers, approver, toDate(now)],
  );
  return new Map(rows.map(({ proposer, independent }) => [proposer, independent]));
}

const toVerdict = (blocks: readonly ApprovalBlock[]) => ({
  possibleFrom: blocks.find(({ possibleFrom }) => possibleFrom !== null)?.possibleFrom ?? null,
  needs: blocks.flatMap(({ reason, possibleFrom }) => (possibleFrom === null ? [reason] : [])).toSorted(),
});

test('after any history the judge and the guard agree with the model, on the verdict, its reasons and its end', async () => {
  const seen = { blocked: 0, free: 0 };
  await fc.assert(
    fc.asyncProperty(history, async (of) => {
      const { businessId, created } = await store(of);
      for (const second of people) {
        const approver = created[second]?.actor.personId ?? toId<PersonId>('');
        const proposers = created.map(({ actor }) => actor.personId);
        const found = await findApprovalBlocks(database(), { businessId, proposers, approver }, now);
        const guarded = await listGuarded(businessId, proposers, approver);
        for (const first of people.filter((one) => one !== second)) {
          const proposer = proposers[first] ?? '';
          const blocks = found.get(proposer) ?? [];
          expect(toVerdict(blocks), `${first}, ${second}`).toEqual(expectBlocks(of, [first, second]));
          // The guard doesn't know who must use single sign-on.
          const isKnown = ({ reason }: ApprovalBlock) =>
            reason !== 'factor' || of.trust[second]?.factor !== 'provider';
          expect(guarded.get(proposer)).toBe(!blocks.some(isKnown));
          seen[blocks.length === 0 ? 'free' : 'blocked'] += 1;
        }
      }
    }),
    { numRuns: propertyRuns(12) },
  );
  // Otherwise the test would compare one answer only.
  expect(Math.min(seen.blocked, seen.free)).toBeGreaterThan(0);
});
