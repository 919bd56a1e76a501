import fs from 'node:fs';
import { tBackup } from '#lib/messages/commands.ts';
import { StartFailure } from '../database/failure.ts';

const minCharacters = 12;

/**
 * Returns the passphrase of the file, or else of BACKUP_PASSPHRASE. Undefined without either.
 * @throws StartFailure if it can't be read or is too short.
 */
export function readPassphrase(file: string | undefined): string | undefined {
  let passphrase = process.env.BACKUP_PASSPHRASE || undefined;
  if (file !== undefined) {
    try {
      passphrase = fs.readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new StartFailure(tBackup('passphrase.unreadable', { file }), error);
    }
  }
  if (passphrase !== undefined && passphrase.length < minCharacters)
    throw new StartFailure(tBackup('passphrase.short', { count: String(minCharacters) }));
  return passphrase;
}
