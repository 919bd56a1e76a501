import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tCommands, tEmbeddedDatabase } from '#lib/messages/commands.ts';
import { SettingsError } from '#lib/platform/env-schema.ts';
import { hashContents } from './content-hash.ts';
import { explainWriteErrors, StartFailure } from './database/failure.ts';
import { generate } from './generate.ts';
import { loadDotEnv, projectFolder, telemetryOff } from './settings.ts';

const output = path.join(projectFolder, '.next');
const stampFile = path.join(output, 'built-from');

/** The sources of a production build. */
const sources = [
  'app',
  'components',
  'lib',
  'public',
  'prisma/schema',
  'next.config.mjs',
  'scripts/compile-messages.ts',
  'postcss.config.mjs',
  'proxy.ts',
  'instrumentation.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
];

const isSource = (file: string) => !/\.test\.tsx?$/.test(file);

function isStandalone(): boolean {
  return process.env.BUILD_STANDALONE === '1';
}

/**
 * Part of the ids of form submissions, so that builds of the same sources know each other's, also on other platforms. It is no
 * secret: Next also encrypts with it what an action inside a component captures, and there is no such action.
 */
const actionKey = createHash('sha256').update('countinghouse').digest('base64');

function sourceHash(): string {
  return hashContents(
    projectFolder,
    sources,
    [process.version, isStandalone() ? 'standalone' : 'usual'],
    isSource,
  );
}

/** Returns the variables by which open pages know the build that answers, and it their forms. */
export const nameBuild = () => ({
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionKey,
  COUNTINGHOUSE_BUILD: sourceHash(),
});

/** Returns true if .next holds a complete production build of these sources. */
export function isBuilt(): boolean {
  if (!fs.existsSync(path.join(output, 'BUILD_ID')) || !fs.existsSync(stampFile)) return false;
  return fs.readFileSync(stampFile, 'utf8') === sourceHash();
}

type Output = 'shown' | 'kept back';

function run(
  program: string,
  args: readonly string[],
  shown: Output,
): Promise<{ code: number; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: projectFolder,
      env: { ...process.env, ...telemetryOff, NODE_ENV: 'production', ...nameBuild() },
      stdio: shown === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    const gather = (chunk: Buffer) => {
      printed += chunk.toString();
    };
    child.stdout?.on('data', gather);
    child.stderr?.on('data', gather);
    // Otherwise an abandoned build would continue for a minute.
    const end = () => child.kill('SIGTERM');
    process.once('exit', end);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', end);
      resolve({ code: code ?? 1, printed });
    });
  });
}

/** Builds the production web application where its sources have changed since the last build. */
export async function build(options: { force?: boolean; shown?: Output } = {}): Promise<'built' | 'kept'> {
  await generate();
  if (options.force !== true && isBuilt()) return 'kept';
  const hash = sourceHash();
  explainWriteErrors(output, () => fs.rmSync(stampFile, { force: true }));
  const next = path.join(projectFolder, 'node_modules', 'next', 'dist', 'bin', 'next');
  const { code, printed } = await run(next, ['build'], options.shown ?? 'shown');
  if (code !== 0) {
    if (/ENOSPC/.test(printed)) throw new StartFailure(tEmbeddedDatabase('write.ENOSPC', { place: output }));
    throw new StartFailure(`${tCommands('build.failed')}\n${printed.trim()}`.trim());
  }
  explainWriteErrors(output, () => fs.writeFileSync(stampFile, hash));
  return 'built';
}

function runScript(file: string): Promise<{ code: number }> {
  return run('--conditions=react-server', [path.join(projectFolder, file)], 'shown');
}

/**
 * Migrates the database of a deployment on Vercel before its new version answers, and sets up the businesses and the
 * first owner. Nothing else there can do it, and sign-in needs them.
 */
async function migrateOnVercel(): Promise<void> {
  if (!process.env.VERCEL || !process.env.DATABASE_URL) return;
  if (process.env.VERCEL_ENV === 'preview' && !process.env.MIGRATE_PREVIEWS) {
    console.log(tCommands('build.preview'));
    return;
  }
  await generate();
  const migrated = await runScript('scripts/migrate.ts');
  if (migrated.code !== 0) throw new StartFailure(tCommands('build.notMigrated'));
  if (process.env.VERCEL_ENV === 'preview') return;
  const setUp = await runScript('tools/first-data/first-data.ts');
  if (setUp.code !== 0) throw new StartFailure(tCommands('build.notSetUp'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  // Only an exit ends Next too, and a signal alone is none.
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  try {
    loadDotEnv();
    await migrateOnVercel();
    const outcome = await build({ force: process.argv.includes('--force') });
    if (outcome === 'kept') console.log(tCommands('build.current'));
  } catch (error) {
    if (!(error instanceof StartFailure || error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
