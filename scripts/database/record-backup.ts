import { connectWithRetry } from './connect.ts';

/** Records a finished backup in the database that it copied. Status and doctor show it. The latest one stays. */
export async function recordBackup(
  url: string,
  backup: { readonly snapshotAt: string; readonly bytes: number; readonly hasSecrets: boolean },
): Promise<void> {
  const client = await connectWithRetry(url, 'DATABASE_URL');
  try {
    await client.query(
      `UPDATE installation SET backup_at = $1::timestamptz, backup_bytes = $2, backup_has_secrets = $3
        WHERE backup_at IS NULL OR backup_at < $1::timestamptz`,
      [backup.snapshotAt, String(backup.bytes), backup.hasSecrets],
    );
  } finally {
    await client.end();
  }
}
