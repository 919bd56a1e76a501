import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { findReadingVersion, recordReadingVersion } from '#lib/database/reading-version.ts';
import type { ReadingState } from '../model/reading-version.ts';
import { compareReading, readingVersion } from '../model/reading-version.ts';

/** Compares the stored records with this program's reading. Rejects if the database doesn't answer or isn't migrated. */
export const findReadingState = async (): Promise<ReadingState> =>
  compareReading(await findReadingVersion(databasePool()));

/** Records that this program's reading made all records, after they were reprocessed. */
export const recordReading = (): Promise<void> => recordReadingVersion(databasePool(), readingVersion);
