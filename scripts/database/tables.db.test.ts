import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';

const server = process.env['DATABASE_URL'] ?? '';
const empty = `empty_${process.pid}`;
const withName = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
afterAll(() => administer(`DROP DATABASE IF EXISTS ${empty} WITH (FORCE)`));

/** Returns the lines that the command printed, and its exit code. */
async function command(script: string, args: readonly string[], url: string) {
  const file = path.resolve(import.meta.dirname, '..', script);
  const child = spawn(process.execPath, ['--conditions=react-server', file, ...args], {
    env: { ...process.env, DATABASE_URL: url, DIRECT_URL: url, NODE_OPTIONS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { output: output.trim().split('\n'), code };
}

test.each([
  ['audit-verify.ts', []],
  ['replay.ts', ['--verify']],
])('%s says in one line that there are no tables, or no database', async (script, args) => {
  await administer(`DROP DATABASE IF EXISTS ${empty}`);
  await administer(`CREATE DATABASE ${empty}`);
  expect(await command(script, args, withName(empty))).toEqual({
    output: [
      'The database does not have the tables that this version needs. Run `npm start` once, or `npm run migrate`.',
    ],
    code: 1,
  });
  const unreachableUrl = 'postgresql://nobody@127.0.0.1:9/none';
  const { output, code } = await command(script, args, unreachableUrl);
  expect([output.length, code]).toEqual([1, 1]);
  expect(output[0]).toMatch(/^The database of DATABASE_URL does not answer/);
});
