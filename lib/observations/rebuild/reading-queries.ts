import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { findReadingVersion, recordReadingVersion } from '#lib/database/reading-version.ts';
import { tDatabase } from '#lib/messages/commands.ts';
import type { ReadingState } from '../model/reading-version.ts';
import { compareReadingVersion, readingVersion } from '../model/reading-version.ts';

/** Compares the stored records with this program's reading. Rejects if the database doesn't answer or isn't migrated. */
export const findReadingState = async (): Promise<ReadingState> =>
  compareReadingVersion(await findReadingVersion(databasePool()));

/** The part of a readiness report about stored records. It never makes a process unready. */
type RecordsReport = {
  /** Null while the database isn't ready. */
  readonly records: ReadingState | null;
  /** Explains `records`, with the next step. Null while the records are current. */
  readonly recordsReason: string | null;
};

/** Reports whether this program's reading made the stored records, if the database is ready. */
export async function reportRecords(isReady: boolean): Promise<RecordsReport> {
  const records = isReady ? await findReadingState().catch(() => null) : null;
  if (records === null) return { records, recordsReason: tDatabase('reading.later') };
  return { records, recordsReason: records === 'current' ? null : tDatabase(`reading.${records}`) };
}

/** Records that this program's reading made all records, after they were reprocessed. */
export const recordReading = (): Promise<void> => recordReadingVersion(databasePool(), readingVersion);
