import 'server-only';
import { refusalToStart } from './readiness.ts';

/** Ends the program with one line where its database is in another time zone or was migrated by a newer version. */
export async function demandUsableDatabase(): Promise<void> {
  const refusal = await refusalToStart();
  if (refusal === null) return;
  console.error(refusal);
  process.exit(1);
}
