import type { Client } from '../database/cluster.ts';
import type { SendingLog } from '../sending/log.ts';
import { checkEffects, readEffects } from './check-effects.ts';
import { checkKept } from './check-kept.ts';
import { readKept } from './kept.ts';
import type { Violation } from './violation.ts';

/** Everything that can be said of callbacks from the log and the database alone. */
export async function checkCallbacks(
  client: Client,
  businesses: readonly string[],
  log: SendingLog,
): Promise<Violation[]> {
  const rows = await readKept(client, businesses);
  const tallies = log.tallies();
  return [
    ...log.wrongs().map((said): Violation => ({ invariant: 'answers', said })),
    ...checkKept(tallies, rows),
    ...checkEffects(tallies, rows, await readEffects(client, businesses)),
  ];
}
