import { expect, test } from 'vitest';
import { runCommand } from './testing/run-command.ts';

// The script is plain JavaScript, so that it runs on any Node: it is asked as a program.
async function machinesOf(name: string): Promise<unknown> {
  const code = `const { machinesOf } = await import('./scripts/complete-lockfile.mjs'); console.log(JSON.stringify(machinesOf(process.argv[1])))`;
  const { said } = await runCommand(process.execPath, ['--input-type=module', '-e', code, name], process.env);
  return JSON.parse(said);
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
  expect(await machinesOf(name)).toEqual(machines);
});
