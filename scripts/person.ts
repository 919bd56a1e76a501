import { closeDatabase } from '#lib/database/close-database.ts';
import { createContext } from '#lib/platform/context.ts';
import { singleSignOnCommands } from '#lib/single-sign-on/index.ts';
import { runOperatorCommand } from '#lib/team/index.ts';
import { Problem } from '#lib/values/errors.ts';
import { StartFailure } from './database/failure.ts';
import { requireTables } from './database/tables.ts';
import { runWithProductEnvironment } from './environment.ts';

/** `npm run person -- …`: people, for operators. Each change is audited as `operator`. One-time links go to stdout. */
await runWithProductEnvironment(async () => {
  try {
    await requireTables();
    const context = createContext({ kind: 'system', name: 'operator' });
    console.log(await runOperatorCommand(context, process.argv.slice(2), singleSignOnCommands));
  } catch (error) {
    if (error instanceof Problem) throw new StartFailure(error.message, error);
    throw error;
  } finally {
    await closeDatabase();
  }
});
