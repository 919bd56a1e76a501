import 'server-only';
import type { WalArchive } from '#lib/database/wal-archive.ts';
import { readWalArchive } from '#lib/database/wal-archive.ts';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import { formatUtc } from '#lib/values/instant.ts';
import type { CheckView } from '../schema.ts';
import { toInstanceCheck } from './instance-check.ts';

/** A running installation writes a heartbeat every 15 seconds, so there is always something to archive. */
const oldArchiveSeconds = 60 * 60;

/** Rates the archive of the write-ahead log. The database knows nothing of the full backups that belong to it. */
export function describeArchive({
  archivedAt,
  ageSeconds,
  failures,
  isFailing,
  timeoutSeconds,
}: WalArchive): CheckView {
  const key = 'wal-archive';
  const at = archivedAt === null ? null : formatUtc(archivedAt);
  if (isFailing)
    return toInstanceCheck(
      key,
      'bad',
      at === null
        ? tInstanceChecks('archive.neverArchived')
        : tInstanceChecks('archive.failing', { failures, at }),
    );
  if (at === null || ageSeconds === null)
    return toInstanceCheck(key, 'unknown', tInstanceChecks('archive.none'));
  if (timeoutSeconds === 0)
    return toInstanceCheck(key, 'attention', tInstanceChecks('archive.noTimeout', { at }));
  return ageSeconds > Math.max(oldArchiveSeconds, 2 * timeoutSeconds)
    ? toInstanceCheck(key, 'attention', tInstanceChecks('archive.old', { at }))
    : toInstanceCheck(key, 'good', tInstanceChecks('archive.good', { at }));
}

/** Checks the archive of the write-ahead log. A server that archives nothing has no line. */
export async function checkArchive(): Promise<readonly CheckView[]> {
  const archive = await readWalArchive();
  return archive === null ? [] : [describeArchive(archive)];
}
