import { connectWithRetry } from './connect.ts';

/** Records a finished backup in the database that it copied. Status and doctor show the latest one. */
export async function recordBackup(
  url: string,
  backup: { readonly snapshotAt: string; readonly bytes: number; readonly hasSecrets: boolean },
): Promise<void> {
  const client = await connectWithRetry(url, 'DATABASE_URL');
  try {
    await client.query(
      `INSERT INTO backup_record (snapshot_at, finished_at, bytes, has_secrets)
       VALUES ($1::timestamptz, clock_timestamp(), $2, $3) ON CONFLICT (snapshot_at) DO NOTHING`,
      [backup.snapshotAt, String(backup.bytes), backup.hasSecrets],
    );
  } finally {
    await client.end();
  }
}
