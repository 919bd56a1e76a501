import { randomUUID } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import type { connectWithRetry } from '#scripts/database/connect.ts';
import type { Role } from './roles.ts';
import { allRoles } from './roles.ts';

type Client = Awaited<ReturnType<typeof connectWithRetry>>;

/** A requester: the headers that their browser sends, and their current state at the business. */
export type Principal = {
  readonly name: string;
  readonly cookie: string;
  readonly is: Role | 'nobody' | 'stranger';
  /** One function judges for all requests that their access ended or never began. */
  readonly isSample?: true;
};

export async function makePerson(client: Client, name: string): Promise<string> {
  const id = randomUUID();
  const email = `${name.replaceAll(' ', '-')}-${id}@example.test`;
  await client.query(
    `INSERT INTO person (id, email, name, password_hash, is_factor_exempt) VALUES ($1, $2, $3, '', true)`,
    [id, email, name],
  );
  return id;
}

export async function grant(client: Client, person: string, business: string, role: Role): Promise<void> {
  const hasEnd = role === 'auditor' || role === 'auditor-risk';
  await client.query(
    `INSERT INTO membership (person_id, business_id, role, ends_at)
     VALUES ($1, $2, $3, CASE WHEN $4 THEN now() + interval '1 day' END)`,
    [person, business, role, hasEnd],
  );
}

/** Creates a session as a sign-in would, and returns its cookie. */
export async function signedIn(
  client: Client,
  person: string,
  secret: string,
): Promise<{ id: string; cookie: string }> {
  const id = randomUUID();
  await client.query('INSERT INTO session (id, person_id) VALUES ($1, $2)', [id, person]);
  const token = await encode({ token: { sid: id }, secret });
  return { id, cookie: `next-auth.session-token=${token}` };
}

/** Creates every kind of requester of `business`. `elsewhere` is another business. */
export async function makePrincipals(
  client: Client,
  place: { business: string; elsewhere: string; secret: string },
): Promise<Principal[]> {
  const { business, elsewhere, secret } = place;
  const principals: Principal[] = [
    { name: 'nobody', cookie: '', is: 'nobody' },
    { name: 'a forged cookie', cookie: 'next-auth.session-token=forged', is: 'nobody', isSample: true },
  ];

  async function enter(
    name: string,
    role: Role | null,
    is: Principal['is'],
    sample: Pick<Principal, 'isSample'> = {},
  ) {
    const person = await makePerson(client, name);
    await grant(client, person, elsewhere, 'owner');
    if (role !== null) await grant(client, person, business, role);
    const { id, cookie } = await signedIn(client, person, secret);
    principals.push({ name, cookie, is, ...sample });
    return { person, session: id };
  }

  for (const role of allRoles) await enter(role, role, role);
  await enter('an owner of another business', null, 'stranger');
  const disabled = await enter('a disabled owner', 'owner', 'nobody', { isSample: true });
  await client.query('UPDATE person SET disabled_at = now() WHERE id = $1', [disabled.person]);
  const revoked = await enter('an owner whose session was ended', 'owner', 'nobody', { isSample: true });
  await client.query('UPDATE session SET revoked_at = now() WHERE id = $1', [revoked.session]);
  const idle = await enter('an owner who was idle for half an hour', 'owner', 'nobody', { isSample: true });
  await client.query(`UPDATE session SET last_seen_at = now() - interval '31 min' WHERE id = $1`, [
    idle.session,
  ]);
  const long = await enter('an owner whose twelve hours are over', 'owner', 'nobody', { isSample: true });
  await client.query(`UPDATE session SET created_at = now() - interval '12 hours' WHERE id = $1`, [
    long.session,
  ]);
  const demoted = await enter('an owner who was made viewer a moment ago', 'owner', 'viewer', {
    isSample: true,
  });
  await client.query(`UPDATE membership SET role = 'viewer' WHERE person_id = $1 AND business_id = $2`, [
    demoted.person,
    business,
  ]);
  const removed = await enter('an owner who was removed a moment ago', 'owner', 'stranger', {
    isSample: true,
  });
  await client.query('DELETE FROM membership WHERE person_id = $1 AND business_id = $2', [
    removed.person,
    business,
  ]);
  const suspended = await enter('an owner whose access here was disabled a moment ago', 'owner', 'stranger', {
    isSample: true,
  });
  await client.query('UPDATE membership SET disabled_at = now() WHERE person_id = $1 AND business_id = $2', [
    suspended.person,
    business,
  ]);
  const ended = await enter('an auditor whose access has ended', 'auditor', 'stranger', { isSample: true });
  await client.query(
    `UPDATE membership SET ends_at = now() - interval '1 second' WHERE person_id = $1 AND business_id = $2`,
    [ended.person, business],
  );
  return principals;
}
