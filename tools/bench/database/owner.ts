import type pg from 'pg';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

/** Returns the request context of an owner of the business with the most payments, and their number. */
export async function findLargestOwner(
  client: pg.Client,
): Promise<{ businessId: BusinessId; payments: number; context: Context<PersonActor> }> {
  const { rows } = await client.query<{ business: string; person: string; count: number }>(
    `SELECT m.business_id::text AS business, m.person_id::text AS person,
            (SELECT count(*)::int FROM payment p WHERE p.business_id = m.business_id) AS count
       FROM membership m WHERE m.role = 'owner' ORDER BY 3 DESC LIMIT 1`,
  );
  const most = rows[0];
  if (!most) throw new Error('nobody owns a business here: start the product once');
  // Exports with risk detail need a session with a recent authentication.
  const session = await client.query<{ id: string }>(
    'INSERT INTO session (person_id) VALUES ($1) RETURNING id::text',
    [most.person],
  );
  const businessId = toId<BusinessId>(most.business);
  const context = createContext({
    kind: 'person',
    personId: toId<PersonId>(most.person),
    sessionId: toId<SessionId>(session.rows[0]?.id ?? ''),
    email: 'bench@example.test',
    name: 'bench',
    roles: new Map([[businessId, 'owner' as const]]),
    hasSecondFactor: true,
  });
  return { businessId, payments: most.count, context };
}
