import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import * as z from 'zod';
import { tEmbeddedDatabase } from '#lib/messages/commands.ts';
import { StartFailure } from './failure.ts';

const roleRow = z.object({ owner: z.string(), exists: z.boolean() });
const databaseError = z.object({ code: z.string() });
/** The password is missing, wrong or that of another user. */
const refusedSignIns: readonly string[] = ['28P01', '28000'];
/** The two texts that RFC 5802 signs: "Client Key" and "Server Key". */
const clientText = Buffer.from('436c69656e74204b6579', 'hex');
const serverText = Buffer.from('536572766572204b6579', 'hex');
/** Needs no normalization before it is hashed. */
const plainPassword = /^[\x21-\x7e]+$/;

/**
 * Returns the stored form of a password for SCRAM-SHA-256, so that the password itself is in no log of the server.
 * `salt` is 16 random bytes.
 */
export function toScramVerifier(password: string, salt: Buffer): string {
  const iterations = 4_096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const sign = (text: Buffer) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign(clientText)).digest('base64');
  const serverKey = sign(serverText).toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

async function isSignInRefused(appUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: appUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return false;
  } catch (error) {
    // Other failures are explained by the connection that follows.
    const refusal = databaseError.safeParse(error);
    return refusal.success && refusedSignIns.includes(refusal.data.code);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Creates the user of DATABASE_URL if it doesn't exist, and sets its password if the server refuses it. Changes nothing
 * if both addresses have the same user, or if the user can sign in.
 *
 * @throws {StartFailure} if the address has no password, or if the owner may not create users.
 */
export async function ensureAppLogin(
  owner: pg.Client,
  appUrl: string,
): Promise<'created' | 'changed' | 'unchanged'> {
  const address = new URL(appUrl);
  const user = decodeURIComponent(address.username);
  const password = decodeURIComponent(address.password);
  const { rows } = await owner.query(
    'SELECT current_user AS owner, EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS exists',
    [user],
  );
  const role = roleRow.parse(rows[0]);
  if (role.owner === user) return 'unchanged';
  if (!plainPassword.test(password)) throw new StartFailure(tEmbeddedDatabase('noAppPassword'));
  if (role.exists && !(await isSignInRefused(appUrl))) return 'unchanged';
  const verifier = owner.escapeLiteral(toScramVerifier(password, randomBytes(16)));
  try {
    await owner.query(
      `${role.exists ? 'ALTER' : 'CREATE'} ROLE ${owner.escapeIdentifier(user)} LOGIN PASSWORD ${verifier}`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new StartFailure(tEmbeddedDatabase('appUserRefused', { user, reason }), error);
  }
  return role.exists ? 'changed' : 'created';
}
