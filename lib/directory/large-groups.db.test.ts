import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { setMailServer } from '#lib/platform/testing/file-doubles.ts';
import { createDirectoryFixture } from './testing/directory-fixture.ts';

const desk = createDirectoryFixture();

beforeEach(() => setMailServer());

afterEach(() => {
  globalThis.countinghouseTracer = undefined;
});

/** Returns the number of statements of a request that succeeds. */
async function countStatements(send: () => Promise<Response>): Promise<number> {
  let count = 0;
  const span = { add: () => undefined, end: () => undefined };
  globalThis.countinghouseTracer = {
    trace: (_span, work) => work(span),
    openInside: () => {
      count += 1;
      return null;
    },
    enter: () => null,
    addToCurrent: () => undefined,
    flush: async () => undefined,
  };
  const response = await send();
  globalThis.countinghouseTracer = undefined;
  expect(response.status).toBe(200);
  return count;
}

test('the members of a large group follow it with the same number of statements as those of a small one', async () => {
  const { businessId } = desk.tenant;
  const addUsers = async (count: number) => {
    const { rows } = await databasePool().query<{ id: string; person: string }>(
      `WITH added AS (
         INSERT INTO person (email, name, password_hash)
         SELECT gen_random_uuid() || '@example.test', 'Member', 'x' FROM generate_series(1, $2::int) RETURNING id, email),
       opened AS (
         INSERT INTO session (id, person_id) SELECT gen_random_uuid(), id FROM added),
       tokens AS (
         INSERT INTO api_token (person_id, name, hash, hint, scopes, business_ids, addresses, created_at, expires_at)
         SELECT id, 'Own', sha256(id::text::bytea), 'ch_', '{payments:read}', ARRAY[$1::uuid], '{}', now(), now() + interval '1 day' FROM added)
       INSERT INTO directory_record (business_id, kind, name, name_key, person_id, attributes, created_at, changed_at)
       SELECT $1::uuid, 'user', email, email, id, '{}', now(), now() FROM added
       RETURNING record_id::text AS id, person_id::text AS person`,
      [businessId, count],
    );
    return rows;
  };
  /** Gives a group another role, and then none. Returns the statements of each change. */
  const change = async (count: number) => {
    const users = await addUsers(count);
    const people = users.map(({ person }) => person);
    const group = await desk.addGroup(
      `Group of ${count}`,
      users.map(({ id }) => id),
    );
    const rename = (displayName: string) =>
      countStatements(() =>
        desk.patch(`/Groups/${group}`, { op: 'replace', path: 'displayName', value: displayName }),
      );
    const counts = [await rename('Money'), await rename('Everyone'), await rename(`Nothing ${count}`)];
    const where = { person: { id: { in: people } } };
    const members = await database().membership.count({
      where: { ...where, role: 'viewer', disabledAt: { not: null } },
    });
    const sessions = await database().session.count({ where: { personId: { in: people }, revokedAt: null } });
    const tokens = await database().apiToken.count({ where: { personId: { in: people }, revokedAt: null } });
    expect({ members, sessions, tokens }).toEqual({ members: count, sessions: 0, tokens: 0 });
    const { personId } = desk.second.actor;
    const mails = await database().mailMessage.findMany({
      where: { businessId, personId: { in: [...people, personId] } },
    });
    // One to each member about the second role, and one to each owner about all who joined.
    expect(mails.filter((mail) => mail.personId !== personId)).toHaveLength(count);
    expect(
      mails.filter((mail) => mail.text.includes(`${count} people joined with this role: Finance.`)),
    ).toHaveLength(1);
    const audited = await database().auditEntry.groupBy({
      by: ['action'],
      where: { chainId: businessId, objectType: 'person', objectId: { in: people } },
      _count: true,
    });
    expect(new Map(audited.map(({ action, _count: entries }) => [action, entries]))).toEqual(
      new Map([
        ['role.grant', 2 * count],
        ['member.disable', count],
      ]),
    );
    return counts;
  };
  expect(await change(400)).toEqual(await change(4));
  expect((await verifyAudit()).breaches.filter(({ chainId }) => chainId === businessId)).toEqual([]);
});
