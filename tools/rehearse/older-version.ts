import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '#scripts/settings.ts';

const execute = promisify(execFile);

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await execute('git', [...args], { cwd: projectFolder });
  return stdout.trim();
}

/** Returns the newest release, or the commit before the newest migration while there is no release. */
async function findOlderRevision(): Promise<string> {
  const tags = await git('tag', '--list', 'v*', '--sort=-v:refname');
  const [newest = ''] = tags.split('\n');
  if (newest !== '') return newest;
  const newestMigration = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'prisma/migrations');
  return `${newestMigration}~1`;
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

/**
 * Copies the files of an older commit to `folder` and makes its database client. It uses the installed packages of this
 * version, so nothing is downloaded. `revision` is a tag or a commit.
 */
export async function copyOlderVersion(folder: string, revision: string | undefined): Promise<OlderVersion> {
  const commit = await git('rev-parse', `${revision ?? (await findOlderRevision())}^{commit}`);
  fs.mkdirSync(folder);
  const archive = path.join(folder, '..', 'older.tar');
  await git('archive', `--output=${archive}`, commit);
  await execute('tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
  await linkPackages(folder);
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
