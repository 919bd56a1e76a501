import { encode } from 'next-auth/jwt';
import * as z from 'zod';
import { benchEnvironment } from './filled-database.ts';
import type { Client } from './pages-database.ts';

/** A person of the bench with a session and a role at one business. */
export type BenchPerson = {
  readonly email: string;
  readonly personId: string;
  readonly sessionId: string;
  readonly cookie: string;
};

const created = z.object({ email: z.string(), person: z.string(), session: z.string() });

/** Creates a person with an open session. */
export async function createBenchPerson(
  client: Client,
  businessId: string,
  role: string,
  passwordHash = '',
): Promise<BenchPerson> {
  const { rows } = await client.query(
    `WITH created AS (INSERT INTO person (email, name, password_hash, is_factor_exempt)
       VALUES (gen_random_uuid() || '@bench.test', $2, $3, true) RETURNING id, email),
     member AS (INSERT INTO membership (person_id, business_id, role) SELECT id, $1, $2 FROM created),
     opened AS (INSERT INTO session (person_id, address) SELECT id, '127.0.0.1' FROM created RETURNING id)
     SELECT created.email, created.id::text AS person, opened.id::text AS session FROM created, opened`,
    [businessId, role, passwordHash],
  );
  const { email, person, session } = created.parse(rows[0]);
  const secret = benchEnvironment('', '').NEXTAUTH_SECRET ?? '';
  const token = await encode({ token: { sid: session }, secret });
  return { email, personId: person, sessionId: session, cookie: `next-auth.session-token=${token}` };
}
