import { parseArgs } from 'node:util';
import { explainShiftedEntries, findShiftedEntries } from '#lib/audit/index.ts';
import { closeDatabase } from '#lib/database/close-database.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { revokeEverySession } from '#lib/people/index.ts';
import { createContext } from '#lib/platform/context.ts';
import { requireTables } from './database/tables.ts';
import { runWithProductEnvironment } from './environment.ts';

/**
 * `npm run repair-zone [-- --apply]`: finds audit entries that a database session of another time zone stored shifted.
 * A dry run prints them. With --apply it appends an explanation to each chain and revokes all sessions, whose times
 * may be wrong as well. It never changes an entry.
 */
async function repair(applies: boolean): Promise<void> {
  const context = createContext({ kind: 'system', name: 'repair-zone' });
  const chains = await findShiftedEntries();
  for (const { chainId, shifts, unexplained } of chains) {
    for (const { offsetMinutes, sequences } of shifts)
      console.log(
        tCommands('repairZone.shifted', {
          chain: chainId,
          count: sequences.length,
          minutes: String(offsetMinutes),
          sequences: sequences.join(', '),
        }),
      );
    if (unexplained > 0)
      console.error(tCommands('repairZone.unexplained', { chain: chainId, count: unexplained }));
  }
  const shifted = chains.filter(({ shifts }) => shifts.length > 0);
  if (shifted.length === 0) return console.log(tCommands('repairZone.none'));
  if (!applies) return console.log(tCommands('repairZone.dryRun'));
  for (const chain of shifted) await explainShiftedEntries(context, chain);
  const revoked = await revokeEverySession(context);
  console.log(tCommands('repairZone.done', { chains: shifted.length, sessions: revoked }));
}

const { values } = parseArgs({ options: { apply: { type: 'boolean', default: false } } });
await runWithProductEnvironment(async () => {
  try {
    await requireTables();
    await repair(values.apply);
  } finally {
    await closeDatabase();
  }
});
