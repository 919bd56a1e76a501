import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { ImportKey } from './import-store.ts';
import { listMatchesOfImport, removeImportedLines } from './import-store.ts';
import { endMatches } from './match-store.ts';

/**
 * Removes the lines that only a file contains, after their matches have ended. The caller holds the lock of matches. Returns the
 * number of lines.
 */
export async function removeLinesOfFile(
  transaction: Transaction,
  key: ImportKey,
  removal: { readonly by: PersonId; readonly at: Instant; readonly reason: string },
): Promise<number> {
  const { businessId } = key;
  const matchIds = await listMatchesOfImport(transaction, key);
  await endMatches(transaction, { businessId, at: removal.at, matchIds });
  return removeImportedLines(transaction, key, removal);
}
