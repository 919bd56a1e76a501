import 'server-only';
import { findStartRefusal } from './readiness.ts';

/** Ends the program with one line when the database is in another time zone or has the schema of another version. */
export async function requireUsableDatabase(): Promise<void> {
  const refusal = await findStartRefusal();
  if (refusal === null) return;
  console.error(refusal);
  process.exit(1);
}
