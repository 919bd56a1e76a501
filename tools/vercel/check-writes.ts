import { spawn, spawnSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import * as z from 'zod';
import { findFreePort } from '#scripts/database/ports.ts';
import { endChild } from '#scripts/processes/end-child.ts';
import { waitForAnswer } from '#scripts/processes/wait-for-answer.ts';
import { projectFolder } from '#scripts/settings.ts';
import { encodeBody } from '../bench/requests.ts';
import { signInPerson } from '../rehearse/sign-in.ts';

/**
 * Returns the arguments of Node's permission model: a function on Vercel reads anything and writes only to its temporary
 * folder.
 */
export const listPermissions = (folder: string): readonly string[] => [
  '--permission',
  '--allow-fs-read=*',
  `--allow-fs-write=${folder}${path.sep}`,
  '--allow-addons',
  '--allow-worker',
];

/** Node's message of a refused call. It is printed unless a program catches the error without logging it. */
const refusal = /ERR_ACCESS_DENIED|Access to this API has been restricted/;

/** Returns true if Node refuses a write to the project with these options. */
export function refusesWrites(options: readonly string[]): boolean {
  const file = path.join(projectFolder, 'node_modules', `.write-${randomUUID()}`);
  const { stderr } = spawnSync(
    process.execPath,
    [...options, '--eval', `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`],
    { encoding: 'utf8' },
  );
  const isWritten = fs.existsSync(file);
  fs.rmSync(file, { force: true });
  return !isWritten && refusal.test(stderr);
}

const businessRow = z.object({ id: z.string() });

async function findBusiness(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT id::text FROM business ORDER BY id LIMIT 1');
    return businessRow.parse(rows[0]).id;
  } finally {
    await client.end();
  }
}

type ObservedRequest = { readonly name: string; readonly path: string; readonly init: RequestInit };

const get = (name: string, at: string, headers: Readonly<Record<string, string>> = {}): ObservedRequest => ({
  name,
  path: at,
  init: { headers },
});

/** Lists requests of each kind that a function serves: pages, reads, a file, a callback and a cron route. */
function listRequests(
  environment: NodeJS.ProcessEnv,
  business: string,
  cookie: string,
): readonly ObservedRequest[] {
  const page = { cookie, accept: 'text/html, */*' };
  const secret = createHmac('sha256', environment['CALLBACK_SECRETS'] ?? '')
    .update(business)
    .digest('base64url');
  return [
    get('readiness', '/api/ready'),
    get('sign-in page', '/sign-in'),
    ...['overview', 'payments', 'deposits', 'audit', 'settings', 'connection'].map((name) =>
      get(name, `/${business}/${name}`, page),
    ),
    get('export', `/api/businesses/${business}/deposits/export`, { cookie }),
    {
      name: 'callback',
      path: `/api/callbacks/${business}/${secret}/deposit-received`,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array(encodeBody(randomUUID())),
      },
    },
    get('cron route', '/api/cron/rollups', { authorization: `Bearer ${environment['CRON_SECRET']}` }),
  ];
}

type WriteOutcome = {
  /** A line for each request that failed, and for each refused write. */
  readonly failures: readonly string[];
  readonly requests: number;
};

/**
 * Serves the build in a process that Node lets write to a temporary folder only, signs in and sends the main requests. Packages
 * are checked too, because they run in that process. A refused write is reported if its error is printed or fails a
 * request.
 */
export async function checkWrites(
  environment: NodeJS.ProcessEnv,
  person: { readonly email: string; readonly password: string },
): Promise<WriteOutcome> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-writes-'));
  const port = await findFreePort('127.0.0.1');
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [...listPermissions(folder), '--conditions=react-server', 'scripts/web.ts'],
    {
      cwd: projectFolder,
      env: {
        ...environment,
        HOST: '127.0.0.1',
        PORT: String(port),
        APP_URL: address,
        NEXTAUTH_URL: address,
        TMPDIR: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  try {
    if (!refusesWrites(listPermissions(folder))) return { failures: ['Node refuses no write'], requests: 0 };
    if (!(await waitForAnswer(`${address}/api/health`, 60, () => child.exitCode !== null)))
      return { failures: [`the web app does not start: ${printed.slice(-500)}`], requests: 0 };
    const cookie = await signInPerson(address, person);
    const business = await findBusiness(environment['DATABASE_URL'] ?? '');
    const requests = listRequests(environment, business, cookie);
    const failures: string[] = [];
    for (const { name, path: at, init } of requests) {
      const response = await fetch(`${address}${at}`, { redirect: 'manual', ...init });
      await response.text();
      if (response.status !== 200) failures.push(`${name}: ${response.status}`);
    }
    const refused = printed.split('\n').filter((line) => refusal.test(line));
    return { failures: [...failures, ...new Set(refused)], requests: requests.length + 1 };
  } finally {
    await endChild(child);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
