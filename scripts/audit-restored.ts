import { parseArgs } from 'node:util';
import { AnchorError, recordRestore } from '#lib/audit/index.ts';
import { closeDatabase } from '#lib/database/close-database.ts';
import { tAuditAnchors } from '#lib/messages/audit.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { createContext } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { StartFailure } from './database/failure.ts';
import { requireTables } from './database/tables.ts';
import { runWithProductEnvironment } from './environment.ts';

/**
 * `npm run audit:restored -- --note "…"`: records in the audit log and its anchors that the database was restored from an
 * older state. Needs the signing key and the anchor file of the worker.
 */

function readNote(): string {
  try {
    const note = parseArgs({ options: { note: { type: 'string' } } }).values.note?.trim();
    if (note) return note;
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new StartFailure(tCommands('auditRestored.usage'));
}

await runWithProductEnvironment(async () => {
  const note = readNote();
  try {
    await requireTables();
    const context = createContext({ kind: 'system', name: 'operator' });
    const { anchor, chains } = await recordRestore(context, note);
    console.log(tCommands('auditRestored.done', { anchor: String(anchor), chains }));
  } catch (error) {
    if (error instanceof AnchorError)
      throw new StartFailure(tAuditAnchors(`failure.${error.failure}`), error);
    if (error instanceof Problem) throw new StartFailure(error.message, error);
    throw error;
  } finally {
    await closeDatabase();
  }
});
