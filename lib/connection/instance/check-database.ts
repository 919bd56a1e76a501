import 'server-only';
import type { Readiness } from '#lib/database/readiness.ts';
import { checkReadiness } from '#lib/database/readiness.ts';
import type { ServerFacts } from '#lib/database/server-facts.ts';
import { findConnectionFailure } from '#lib/database/server-facts.ts';
import { isUtc } from '#lib/database/session-settings.ts';
import { tDatabase } from '#lib/messages/commands.ts';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import { classifyClockSkew } from '../check-results.ts';
import type { CheckView } from '../schema.ts';
import { toInstanceCheck } from './instance-check.ts';

/** The readiness, and why the database doesn't answer. */
export type DatabaseState = { readonly ready: Readiness; readonly failure: string | null };

/** A database that has just started needs longer than one readiness check for its first connections. */
const attempts = 3;

/** Reads the readiness, and again while the database accepts connections but is slow. */
export async function readDatabaseState(): Promise<DatabaseState> {
  let ready = await checkReadiness();
  for (let attempt = 1; ready.database === 'away' && attempt < attempts; attempt += 1) {
    const failure = await findConnectionFailure();
    if (failure !== null) return { ready, failure };
    ready = await checkReadiness();
  }
  return { ready, failure: ready.database === 'away' ? ready.reason : null };
}

function checkAnswer({ ready, failure }: DatabaseState, version: string): CheckView {
  const key = 'database';
  const { timeZone } = ready;
  if (ready.database === 'away' || timeZone === null)
    return toInstanceCheck(key, 'bad', tInstanceChecks('database.away', { reason: failure ?? '' }));
  if (!isUtc(timeZone))
    return toInstanceCheck(key, 'bad', tDatabase('readiness.timeZone', { zone: timeZone }));
  if (ready.database === 'read-only') return toInstanceCheck(key, 'bad', tDatabase('readiness.readOnly'));
  return ready.isReady
    ? toInstanceCheck(key, 'good', tInstanceChecks('database.good', { version }))
    : toInstanceCheck(key, 'unknown', tInstanceChecks('database.pending'));
}

function checkMigrations({ migrations, reason }: Readiness): CheckView {
  const key = 'migrations';
  if (migrations === 'unknown') return toInstanceCheck(key, 'unknown', tInstanceChecks('notReached'));
  if (migrations === 'applied') return toInstanceCheck(key, 'good', tInstanceChecks('migrations.good'));
  return toInstanceCheck(
    key,
    'bad',
    migrations === 'other' && reason !== null ? reason : tDatabase('readiness.pending'),
  );
}

function checkClock({ clockSkewSeconds }: Readiness): CheckView {
  const key = 'clock';
  if (clockSkewSeconds === null) return toInstanceCheck(key, 'unknown', tInstanceChecks('clock.unknown'));
  const { state, seconds } = classifyClockSkew(clockSkewSeconds * 1_000);
  const comparison = state === 'good' ? 'equal' : clockSkewSeconds > 0 ? 'ahead' : 'behind';
  return toInstanceCheck(key, state, tInstanceChecks(`clock.${comparison}`, { seconds }));
}

function checkRole(facts: ServerFacts | null): CheckView {
  const key = 'database-role';
  if (facts === null) return toInstanceCheck(key, 'unknown', tInstanceChecks('notReached'));
  const { role, unreadable, canChangeKeptRows } = facts;
  if (unreadable.length > 0)
    return toInstanceCheck(
      key,
      'bad',
      tInstanceChecks('role.unreadable', { role, tables: unreadable.slice(0, 5).join(', ') }),
    );
  return canChangeKeptRows
    ? toInstanceCheck(key, 'attention', tInstanceChecks('role.owner', { role }))
    : toInstanceCheck(key, 'good', tInstanceChecks('role.good', { role }));
}

/** Checks database, migrations, rights and clock by what was read. */
export const describeDatabase = (state: DatabaseState, facts: ServerFacts | null): readonly CheckView[] => [
  checkAnswer(state, facts?.version ?? ''),
  checkMigrations(state.ready),
  checkRole(facts),
  checkClock(state.ready),
];
