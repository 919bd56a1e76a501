import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { findFreePort } from '#scripts/database/ports.ts';
import { findAccount } from '#scripts/database/unprivileged.ts';
import { endChild } from '#scripts/processes/end-child.ts';
import { databaseUser, toAddress } from './postgres.ts';
import { secondsUntil } from './work-folder.ts';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export type Pooler = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * Starts PgBouncer in transaction mode with its default configuration.
 *
 * @throws Error that names what to install
 */
export async function startPgBouncer(folder: string, databasePort: number): Promise<Pooler> {
  const found = program.find((file) => fs.existsSync(file));
  if (found === undefined)
    throw new Error('Not found: pgbouncer. Install it (Debian: apt-get install pgbouncer).');
  const port = await findFreePort('127.0.0.1');
  const users = path.join(folder, 'pgbouncer-users.txt');
  const file = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(users, `"${databaseUser}" ""\n`);
  fs.writeFileSync(
    file,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${databasePort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      '',
    ].join('\n'),
  );
  const log = fs.openSync(path.join(folder, 'pgbouncer.log'), 'a');
  const child = spawn(found, [file], {
    ...findAccount(path.join(folder, 'pgbouncer')),
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  if ((await secondsUntil(() => canConnect(port), 10)) === null || child.exitCode !== null)
    throw new Error(
      `PgBouncer does not start: ${fs.readFileSync(path.join(folder, 'pgbouncer.log'), 'utf8')}`,
    );
  return {
    url: toAddress(port),
    stop: () => endChild(child),
  };
}
