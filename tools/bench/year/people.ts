import { randomUUID } from 'node:crypto';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { YearEvent, YearMode } from './events.ts';

/** People of a business. Each request has a context of its own. */
export type People = Readonly<Record<'owner' | 'preparer' | 'approver', () => Context<PersonActor>>>;

/** A year of a business before it is played. */
export type PlayedYear = {
  readonly businessId: BusinessId;
  readonly timeZone: string;
  readonly people: People;
  readonly mode: YearMode;
  readonly seed: number;
  /** The settlement currencies whose months are closed. */
  readonly currencies: readonly string[];
  readonly events: readonly YearEvent[];
  /** Every program gets a file of every month. Otherwise most get one of some months. */
  readonly hasEveryFile: boolean;
};

/** Creates a business in a time zone, with an owner and two people of finance who are signed in. */
export async function createPeople(businessId: BusinessId, timeZone: string): Promise<People> {
  await databasePool().query('INSERT INTO business (id, name, time_zone) VALUES ($1, $2, $3)', [
    businessId,
    `A year in ${timeZone}`,
    timeZone,
  ]);
  const create = async (role: 'owner' | 'finance') => {
    const [personId, sessionId] = [toId<PersonId>(randomUUID()), toId<SessionId>(randomUUID())];
    const email = `${role}-${personId}@year.test`;
    await databasePool().query(
      `WITH person AS (INSERT INTO person (id, email, name, password_hash) VALUES ($1, $2, $3, '')),
            session AS (INSERT INTO session (id, person_id, created_at, last_seen_at, authenticated_at)
                          VALUES ($4, $1, now(), now(), now()))
       INSERT INTO membership (person_id, business_id, role) VALUES ($1, $5, $3)`,
      [personId, email, role, sessionId, businessId],
    );
    const roles = new Map([[businessId, role]]);
    return () =>
      createContext({
        ...{ kind: 'person' as const, personId, sessionId, roles, name: role, email, hasSecondFactor: true },
      });
  };
  return {
    owner: await create('owner'),
    preparer: await create('finance'),
    approver: await create('finance'),
  };
}
