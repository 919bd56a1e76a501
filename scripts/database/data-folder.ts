import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tEmbeddedDatabase } from '#lib/messages/commands.ts';
import type { Binaries } from './binaries.ts';
import { explainWriteErrors } from './failure.ts';
import type { SystemAccount } from './unprivileged.ts';
import { canReachFolder, findAccount } from './unprivileged.ts';

/** The files and programs of the database, and the account that it runs as. */
export type DatabaseLocation = {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly account: SystemAccount | undefined;
  /** The reason in one line if it could not be inside DATA_DIR. */
  readonly note: string | undefined;
};

/** Returns a new name each time. A database of an earlier DATA_DIR has another password. */
function elsewhere(): string {
  const base = fs.existsSync('/var/lib') ? '/var/lib' : os.tmpdir();
  return path.join(base, `countinghouse-${randomUUID().slice(0, 8)}`);
}

/** The programs must be reachable, too: copied beside the data where node_modules is not. */
function reachableBinaries(binaries: Binaries, account: SystemAccount, beside: string): Binaries {
  if (canReachFolder(account, binaries.postgres)) return binaries;
  const folder = path.join(beside, `postgresql-${binaries.version}`);
  if (!fs.existsSync(folder)) {
    const unfinished = `${folder}.new`;
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(unfinished, folder);
  }
  const moved = (program: string) => path.join(folder, path.relative(binaries.folder, program));
  return { ...binaries, folder, initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) };
}

/**
 * Decides where the database lives. Started by root it runs as another account, which must be able to pass
 * through every parent folder; where it cannot (a project below /root), the data lies below /var/lib. The
 * choice is remembered in DATA_DIR, so that a changed right never makes the data seem lost.
 */
export function chooseLocation(dataDir: string, binaries: Binaries): DatabaseLocation {
  const usual = path.join(dataDir, 'postgres');
  const remembered = path.join(dataDir, 'postgres-is-in');
  return explainWriteErrors(dataDir, () => {
    fs.mkdirSync(dataDir, { recursive: true });
    if (process.getuid?.() !== 0) return { folder: usual, binaries, account: undefined, note: undefined };

    const chosen = fs.existsSync(remembered) ? fs.readFileSync(remembered, 'utf8').trim() : undefined;
    const account = findAccount(chosen ?? usual);
    if (account === undefined) return { folder: usual, binaries, account, note: undefined };
    if (chosen === undefined && !canReachFolder(account, usual)) allowTraversal(dataDir);
    if (
      chosen === undefined &&
      canReachFolder(account, usual) &&
      canReachFolder(account, binaries.postgres)
    ) {
      return { folder: usual, binaries, account, note: undefined };
    }
    const away = chosen === undefined ? elsewhere() : path.dirname(chosen);
    fs.mkdirSync(away, { recursive: true, mode: 0o711 });
    const folder = path.join(away, 'postgres');
    if (chosen === undefined) fs.writeFileSync(remembered, `${folder}\n`);
    return {
      folder,
      binaries: reachableBinaries(binaries, account, away),
      account,
      note: tEmbeddedDatabase('moved', { folder, dataDir }),
    };
  });
}

/** DATA_DIR itself may be passed through; what must stay private in it has its own rights. */
function allowTraversal(dataDir: string): void {
  const { mode, uid } = fs.statSync(dataDir);
  if (uid === process.getuid?.()) fs.chmodSync(dataDir, (mode & 0o777) | 0o011);
}
