import type { Client } from '../database/cluster.ts';
import type { Asked } from '../parts/decider.ts';
import type { SendingLog } from '../sending/log.ts';
import { checkDecisions } from './check-decisions.ts';
import { checkEffects, readEffects } from './check-effects.ts';
import { checkKept } from './check-kept.ts';
import { readKept } from './kept.ts';
import type { Violation } from './violation.ts';

/** Everything that can be said of callbacks from the log, what was asked of people, and the database alone. */
export async function checkCallbacks(
  client: Client,
  businesses: readonly string[],
  log: SendingLog,
  asked: readonly Asked[] = [],
): Promise<Violation[]> {
  const rows = await readKept(client, businesses);
  const tallies = log.tallies();
  return [
    ...log.wrongs().map((said): Violation => ({ invariant: 'answers', said })),
    ...checkKept(tallies, rows, asked),
    ...checkDecisions(asked, rows),
    ...checkEffects(tallies, rows, await readEffects(client, businesses)),
  ];
}
