import fs from 'node:fs';
import path from 'node:path';

/** The account of PostgreSQL. Undefined means the account of this process. */
export type SystemAccount = { readonly uid: number; readonly gid: number };

const preferred = ['postgres', 'nobody'];

/** PostgreSQL refuses to run as root and asks for an account that has a name: the first of these that exists. */
function accountFromPasswordFile(): SystemAccount {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of preferred) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields?.[2] !== undefined && fields[3] !== undefined)
      return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** The account for a database in `folder`: its owner where it exists already, so that it can be read again. */
export function findAccount(folder: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = fs.statSync(folder, { throwIfNoEntry: false });
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  return accountFromPasswordFile();
}

/** Returns true if the account can enter every existing parent of `folder`. */
export function canReachFolder(account: SystemAccount, folder: string): boolean {
  for (let parent = path.dirname(folder); ; parent = path.dirname(parent)) {
    const stat = fs.statSync(parent, { throwIfNoEntry: false });
    if (stat !== undefined) {
      const bit = stat.uid === account.uid ? 0o100 : stat.gid === account.gid ? 0o010 : 0o001;
      if ((stat.mode & bit) === 0) return false;
    }
    if (parent === path.dirname(parent)) return true;
  }
}
