import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';

/** A later turn than this comes from a clock that was set back, and doesn't count. */
const latestTurnSeconds = 60;

const nowMs = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const takenTurn = z.tuple([z.object({ delay_ms: z.coerce.number() })]);

/**
 * Takes the next turn to send a request of this kind, and returns the milliseconds until it begins. Turns are equally
 * spaced by the database's clock, over all processes. A process that ends before its turn only loses that turn. The row in
 * the table of limits expires when the next turn begins.
 */
export async function reserveSendTime(kind: string, perSecond: number): Promise<number> {
  const { rows } = await databasePool().query(
    `WITH taken AS (
       INSERT INTO rate_limit AS turn (key, expire) SELECT 'turn:' || $1, ${nowMs} + $2::bigint
       ON CONFLICT (key) DO UPDATE
         SET expire = greatest(least(turn.expire, ${nowMs} + $3::bigint), ${nowMs}) + $2::bigint
       RETURNING expire - $2::bigint AS begins_at)
     SELECT greatest(0, begins_at - ${nowMs}) AS delay_ms FROM taken`,
    [kind, Math.ceil(1_000 / perSecond), latestTurnSeconds * 1_000],
  );
  return takenTurn.parse(rows)[0].delay_ms;
}
