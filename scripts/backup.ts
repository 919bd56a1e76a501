import { parseArgs } from 'node:util';
import { tBackup } from '#lib/messages/backup.ts';
import { readStartEnv } from '#lib/platform/env-schema.ts';
import { formatByteSize } from '#lib/values/byte-size.ts';
import { findAnchorFile } from './backup/data-files.ts';
import { readPassphrase } from './backup/passphrase.ts';
import { writeBackup } from './backup/write-backup.ts';
import { StartFailure } from './database/failure.ts';
import { recordBackup } from './database/record-backup.ts';
import { resolveDataFolder, runWithProductEnvironment } from './environment.ts';
import { loadDotEnv } from './settings.ts';

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

type Order = { readonly to: string; readonly passphrase: string | undefined; readonly withSecrets: boolean };

/** Checked before anything is started. @throws StartFailure for secrets without a passphrase. */
function readOrder(): Order {
  const { to, 'passphrase-file': file, 'without-secrets': withoutSecrets } = readArguments();
  const passphrase = readPassphrase(file);
  if (passphrase === undefined && !withoutSecrets) throw new StartFailure(tBackup('passphrase.required'));
  return { to, passphrase, withSecrets: !withoutSecrets };
}

async function run({ to, passphrase, withSecrets }: Order): Promise<void> {
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
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  loadDotEnv();
  const order = readOrder();
  await runWithProductEnvironment(() => run(order));
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
