import type { Client } from '../database/cluster.ts';
import type { DecisionRequest } from '../parts/decider.ts';
import type { SendingLog } from '../sending/log.ts';
import { checkDecisions } from './check-decisions.ts';
import { checkEffects, readEffects } from './check-effects.ts';
import { checkStored } from './check-kept.ts';
import { readStoredMessages } from './kept.ts';
import type { Violation } from './violation.ts';

/** Everything that can be said of callbacks from the log, what was asked of people, and the database alone. */
export async function checkCallbacks(
  client: Client,
  businesses: readonly string[],
  log: SendingLog,
  asked: readonly DecisionRequest[] = [],
): Promise<Violation[]> {
  const rows = await readStoredMessages(client, businesses);
  const tallies = log.tallies();
  return [
    ...log.wrongs().map((said): Violation => ({ invariant: 'answers', said })),
    ...checkStored(tallies, rows, asked),
    ...checkDecisions(asked, rows),
    ...checkEffects(tallies, rows, await readEffects(client, businesses)),
  ];
}
