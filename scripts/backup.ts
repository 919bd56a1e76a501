import { parseArgs } from 'node:util';
import { tBackup } from '#lib/messages/backup.ts';
import { readStartEnv } from '#lib/platform/env-schema.ts';
import { formatByteSize } from '#lib/values/byte-size.ts';
import { findAnchorFile } from './backup/data-files.ts';
import { readPassphrase } from './backup/passphrase.ts';
import { writeBackup } from './backup/write-backup.ts';
import { StartFailure } from './database/failure.ts';
import { dataFolder, runWithProductEnvironment } from './environment.ts';

/**
 * `npm run backup -- --to DIR`: writes database, generated secrets and files to an archive while the product runs. The
 * archive is encrypted with BACKUP_PASSPHRASE or the passphrase of a file.
 */

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        'passphrase-file': { type: 'string' },
        'without-secrets': { type: 'boolean', default: false },
      },
    });
    if (values.to) return { ...values, to: values.to };
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new StartFailure(tBackup('usage'));
}

async function run(): Promise<void> {
  const { to, 'passphrase-file': file, 'without-secrets': withoutSecrets } = readArguments();
  const passphrase = readPassphrase(file);
  if (passphrase === undefined && !withoutSecrets) throw new StartFailure(tBackup('passphrase.required'));
  const startedAt = performance.now();
  const dataDir = dataFolder(readStartEnv(process.env));
  const { folder, content } = await writeBackup({
    url: process.env.DIRECT_URL || process.env.DATABASE_URL || '',
    to,
    files: { dataDir, anchorFile: findAnchorFile(dataDir) },
    passphrase,
    withSecrets: !withoutSecrets,
  });
  const stored = [...content.tables, ...content.files];
  console.log(tBackup('done', { folder }));
  console.log(
    tBackup('summary', {
      tables: content.tables.length,
      rows: String(content.tables.reduce((sum, { rows }) => sum + rows, 0)),
      size: formatByteSize(stored.reduce((sum, { bytes }) => sum + bytes, 0)),
      seconds: ((performance.now() - startedAt) / 1_000).toFixed(1),
      at: content.snapshotAt,
    }),
  );
  console.log(tBackup(withoutSecrets ? 'content.withoutSecrets' : 'content.encrypted'));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await runWithProductEnvironment(run);
