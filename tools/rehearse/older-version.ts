import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import * as z from 'zod';
import { projectFolder } from '#scripts/settings.ts';

const execute = promisify(execFile);

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await execute('git', [...args], { cwd: projectFolder });
  return stdout.trim();
}

/**
 * Returns the migrations of an older version that are not the same today. Both texts are what `git ls-tree -r` prints about
 * the migrations. A database of such a version can't be migrated.
 */
export function listChangedMigrations(older: string, current: string): readonly string[] {
  const files = new Set(current.split('\n'));
  const changed = older.split('\n').filter((file) => file !== '' && !files.has(file));
  return [...new Set(changed.map((file) => path.basename(path.dirname(file))))];
}

const readMigrations = (revision: string) => git('ls-tree', '-r', revision, '--', 'prisma/migrations');

/**
 * Returns the newest release. While there is none: the newest commit before a change of the migrations, if today's
 * migrations continue it. A migration may change until it lands.
 */
async function findOlderRevision(): Promise<string> {
  const tags = await git('tag', '--list', 'v*', '--sort=-v:refname');
  const [newest = ''] = tags.split('\n');
  if (newest !== '') return newest;
  const current = await readMigrations('HEAD');
  const changes = await git('log', '--format=%H', '--', 'prisma/migrations');
  for (const change of changes.split('\n'))
    if (listChangedMigrations(await readMigrations(`${change}~1`), current).length === 0)
      return `${change}~1`;
  throw new Error('No older commit has the same migrations. Name a version with --from.');
}

/** An older version of the programs in a folder of its own. */
type OlderVersion = {
  readonly folder: string;
  /** The short name of its commit. */
  readonly commit: string;
  /** The number of migrations that it doesn't have. */
  readonly missingMigrations: number;
};

const countMigrations = (source: string): number =>
  fs
    .readdirSync(path.join(source, 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory()).length;

const lockfile = z.object({ packages: z.record(z.string(), z.unknown()) });

/** Returns true if both lockfiles install the same packages. The product's own version may differ. */
export function hasSamePackages(older: string, current: string): boolean {
  const [left, right] = [older, current].map((text) => {
    const { '': _product, ...packages } = lockfile.parse(JSON.parse(text)).packages;
    return packages;
  });
  return isDeepStrictEqual(left, right);
}

/** Next's bundler refuses packages outside its folder, so a link to the folder is not enough. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules')];
  try {
    await execute('cp', ['-al', from, to]);
  } catch {
    // Another file system, or a `cp` that can't link.
    fs.rmSync(to, { recursive: true, force: true });
    await execute('cp', ['-R', from, to]);
  }
}

/** Installs the packages of an older version. Install scripts are skipped: they bring another Node and a database. */
async function installPackages(folder: string): Promise<void> {
  const read = (place: string) => fs.readFileSync(path.join(place, 'package-lock.json'), 'utf8');
  if (hasSamePackages(read(folder), read(projectFolder))) return linkPackages(folder);
  await execute('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

/**
 * Copies the files of an older commit to `folder` and makes its database client. It uses the installed packages of this
 * version if they are the same. Otherwise npm installs the older ones. `revision` is a tag or a commit.
 *
 * @throws Error if this version has another text of one of its migrations
 */
export async function copyOlderVersion(folder: string, revision: string | undefined): Promise<OlderVersion> {
  const commit = await git('rev-parse', `${revision ?? (await findOlderRevision())}^{commit}`);
  const changed = listChangedMigrations(await readMigrations(commit), await readMigrations('HEAD'));
  if (changed.length > 0)
    throw new Error(
      `This version has another text of ${changed.join(', ')}, so it can't migrate ${commit}. Name a version with --from.`,
    );
  fs.mkdirSync(folder);
  const archive = path.join(folder, '..', 'older.tar');
  await git('archive', `--output=${archive}`, commit);
  await execute('tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
  await installPackages(folder);
  await execute(process.execPath, ['scripts/generate.ts'], { cwd: folder });
  return {
    folder,
    commit: await git('rev-parse', '--short', commit),
    missingMigrations: countMigrations(projectFolder) - countMigrations(folder),
  };
}

/** Builds the web app of a copied version. */
export async function buildOlderVersion({ folder }: OlderVersion, signal: AbortSignal): Promise<void> {
  await execute(process.execPath, ['scripts/build.ts'], { cwd: folder, signal, maxBuffer: 64 * 1_048_576 });
}
