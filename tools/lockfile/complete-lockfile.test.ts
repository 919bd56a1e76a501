import fs from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { runCommand } from '../testing/run-command.ts';

// The script is plain JavaScript that runs on any Node version, so the test runs it as a program.
async function listMachines(name: string): Promise<unknown> {
  const code = `const { listMachines } = await import('./tools/lockfile/complete-lockfile.mjs'); console.log(JSON.stringify(listMachines(process.argv[1])))`;
  const { output } = await runCommand(
    process.execPath,
    ['--input-type=module', '-e', code, name],
    process.env,
  );
  return JSON.parse(output);
}

test.each([
  ['@next/swc-darwin-arm64', { cpu: ['arm64'], os: ['darwin'] }],
  ['@next/swc-win32-x64-msvc', { cpu: ['x64'], os: ['win32'] }],
  ['@biomejs/cli-linux-x64-musl', { cpu: ['x64'], libc: ['musl'], os: ['linux'] }],
  ['@biomejs/cli-linux-x64', { cpu: ['x64'], os: ['linux'] }],
  ['@oxc-parser/binding-linux-riscv64-gnu', { cpu: ['riscv64'], libc: ['glibc'], os: ['linux'] }],
  ['@oxc-parser/binding-linux-arm-musleabihf', { cpu: ['arm'], libc: ['musl'], os: ['linux'] }],
  ['@oxc-parser/binding-android-arm-eabi', { cpu: ['arm'], os: ['android'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
])('%s is for %o', async (name, machines) => {
  expect(await listMachines(name)).toEqual(machines);
});

async function runModule(code: string): Promise<unknown> {
  const { output } = await runCommand(process.execPath, ['--input-type=module', '-e', code], process.env);
  return JSON.parse(output);
}

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ integrity: z.string().optional(), resolved: z.string().optional() }),
  ),
});

test('every entry of package-lock.json has an integrity and no address', () => {
  const { packages } = lockfile.parse(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')));
  const entries = Object.entries(packages).filter(([key]) => key !== '');
  expect(entries.length).toBeGreaterThan(500);
  expect(
    entries.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([key]) => key),
  ).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([key]) => key)).toEqual([]);
});

test('reports entries without a SHA-512 integrity, and adds what the registry answers', async () => {
  const code = `
    const { addIntegrity, listWithoutIntegrity } = await import('./tools/lockfile/complete-lockfile.mjs');
    const good = 'sha512-' + 'A'.repeat(86) + '==';
    const lock = { packages: {
      '': {},
      'node_modules/complete': { version: '1.0.0', integrity: good },
      'node_modules/weak': { version: '1.0.0', integrity: 'sha1-AAAA' },
      'node_modules/a/node_modules/@scope/missing': { version: '2.0.0' },
      'node_modules/linked': { link: true },
    } };
    const before = listWithoutIntegrity(lock);
    const asked = [];
    const changed = await addIntegrity(lock, async (name, version) => { asked.push(name + '@' + version); return good; });
    console.log(JSON.stringify({ before, asked, changed, after: listWithoutIntegrity(lock) }));`;
  const keys = ['node_modules/weak', 'node_modules/a/node_modules/@scope/missing'];
  expect(await runModule(code)).toEqual({
    before: keys,
    asked: ['weak@1.0.0', '@scope/missing@2.0.0'],
    changed: keys.map((key) => `integrity of ${key}`),
    after: [],
  });
});
