import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';

/** A later turn than this comes from a clock that was set back, and doesn't count. */
const latestTurnSeconds = 60;

const takenTurn = z.tuple([z.object({ delay_ms: z.coerce.number() })]);

/**
 * Takes the next turn to send a request of this kind, and returns the milliseconds until it begins. Turns are equally
 * spaced by the database's clock, over all processes. A process that ends before its turn only loses that turn.
 */
export async function reserveSendTime(kind: string, perSecond: number): Promise<number> {
  const { rows } = await databasePool().query(
    `WITH step AS (SELECT make_interval(secs => 1.0 / $2::float8) AS step, clock_timestamp() AS now),
     taken AS (
       INSERT INTO sending_turn AS turn (kind, next_at) SELECT $1, now + step FROM step
       ON CONFLICT (kind) DO UPDATE SET next_at = (SELECT greatest(
           least(turn.next_at, clock_timestamp() + make_interval(secs => $3::float8)), clock_timestamp()) + step FROM step)
       RETURNING next_at)
     SELECT greatest(0, extract(epoch FROM taken.next_at - step.step - clock_timestamp()) * 1000)::float8 AS delay_ms
       FROM taken, step`,
    [kind, perSecond, latestTurnSeconds],
  );
  return takenTurn.parse(rows)[0].delay_ms;
}
