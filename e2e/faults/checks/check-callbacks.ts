import type { Client } from '../database/cluster.ts';
import type { DecisionRequest } from '../parts/decider.ts';
import type { SendingLog } from '../sending/log.ts';
import { checkDecisions } from './check-decisions.ts';
import { checkEffects, readEffects } from './check-effects.ts';
import { checkStoredMessages } from './check-stored-messages.ts';
import { readStoredMessages } from './stored-messages.ts';
import type { Violation } from './violation.ts';

/** Checks the callbacks from three sources only: the log, the decisions that people requested, and the database. */
export async function checkCallbacks(
  client: Client,
  businesses: readonly string[],
  log: SendingLog,
  decisions: readonly DecisionRequest[] = [],
): Promise<Violation[]> {
  const rows = await readStoredMessages(client, businesses);
  const contentCounts = log.contentCounts();
  return [
    ...log.listWrongAnswers().map((description): Violation => ({ invariant: 'answers', description })),
    ...checkStoredMessages(contentCounts, rows, decisions),
    ...checkDecisions(decisions, rows),
    ...checkEffects(contentCounts, rows, await readEffects(client, businesses)),
  ];
}
