import { parseArgs } from 'node:util';
import { tBackup } from '#lib/messages/commands.ts';
import { readStartEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { formatByteSize } from '#lib/values/byte-size.ts';
import { findAnchorFile } from './backup/data-files.ts';
import { readPassphrase } from './backup/passphrase.ts';
import { pruneArchives } from './backup/prune-archives.ts';
import { writeBackup } from './backup/write-backup.ts';
import { StartFailure } from './database/failure.ts';
import { recordBackup } from './database/record-backup.ts';
import { resolveDataFolder, runWithProductEnvironment } from './environment.ts';
import { loadDotEnv } from './settings.ts';

/**
 * `npm run backup -- --to DIR`: writes database, generated secrets and files to an archive while the product runs. The
 * archive is encrypted with BACKUP_PASSPHRASE or the passphrase of a file. `--keep N` removes all but the newest N archives of
 * the folder once the new one is complete.
 */

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        'passphrase-file': { type: 'string' },
        'without-secrets': { type: 'boolean', default: false },
        keep: { type: 'string' },
      },
    });
    if (values.to && (values.keep === undefined || /^[1-9]\d{0,3}$/.test(values.keep)))
      return { ...values, to: values.to, keep: values.keep === undefined ? null : Number(values.keep) };
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new StartFailure(tBackup('usage'));
}

type Order = {
  readonly to: string;
  readonly passphrase: string | undefined;
  readonly withSecrets: boolean;
  /** The number of archives that stay. Null keeps all. */
  readonly keep: number | null;
};

/** Checked before anything is started. @throws StartFailure for secrets without a passphrase. */
function readOrder(): Order {
  const { to, keep, 'passphrase-file': file, 'without-secrets': withoutSecrets } = readArguments();
  const passphrase = readPassphrase(file);
  if (passphrase === undefined && !withoutSecrets) throw new StartFailure(tBackup('passphrase.required'));
  return { to, passphrase, withSecrets: !withoutSecrets, keep };
}

async function run({ to, passphrase, withSecrets, keep }: Order): Promise<void> {
  const startedAt = performance.now();
  const dataDir = resolveDataFolder(readStartEnv(process.env));
  const url = process.env.DIRECT_URL || process.env.DATABASE_URL || '';
  const { folder, content } = await writeBackup({
    url,
    to,
    files: { dataDir, anchorFile: findAnchorFile(dataDir) },
    passphrase,
    withSecrets,
  });
  const stored = [...content.tables, ...content.files];
  const size = stored.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(tBackup('done', { folder }));
  console.log(
    tBackup('summary', {
      tables: content.tables.length,
      rows: String(content.tables.reduce((sum, { rows }) => sum + rows, 0)),
      size: formatByteSize(size),
      seconds: ((performance.now() - startedAt) / 1_000).toFixed(1),
      at: content.snapshotAt,
    }),
  );
  console.log(tBackup(withSecrets ? 'content.encrypted' : 'content.withoutSecrets'));
  await recordBackup(url, { snapshotAt: content.snapshotAt, bytes: size, hasSecrets: withSecrets }).catch(
    () => console.error(tBackup('notRecorded')),
  );
  if (keep !== null)
    for (const removed of pruneArchives(to, keep)) console.log(tBackup('pruned', { folder: removed }));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  loadDotEnv();
  const order = readOrder();
  await runWithProductEnvironment(() => run(order));
} catch (error) {
  if (!(error instanceof StartFailure || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
