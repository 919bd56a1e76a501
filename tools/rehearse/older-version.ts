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

/** @throws Error that asks for a revision while there is no release */
async function findNewestRelease(): Promise<string> {
  const tags = await git('tag', '--list', 'v*', '--sort=-v:refname');
  const [newest = ''] = tags.split('\n');
  if (newest === '') throw new Error('There is no release yet. Name a commit with --from.');
  return newest;
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

/**
 * Copies the files of an older commit to `folder` and makes its database client. It uses the installed packages of this
 * version, so intake and worker run without a download. `revision` is a tag or a commit.
 */
export async function copyOlderVersion(folder: string, revision: string | undefined): Promise<OlderVersion> {
  const commit = await git('rev-parse', `${revision ?? (await findNewestRelease())}^{commit}`);
  fs.mkdirSync(folder);
  const archive = path.join(folder, '..', 'older.tar');
  await git('archive', `--output=${archive}`, commit);
  await execute('tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
  fs.symlinkSync(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
  await execute(process.execPath, ['scripts/generate.ts'], { cwd: folder });
  return {
    folder,
    commit: await git('rev-parse', '--short', commit),
    missingMigrations: countMigrations(projectFolder) - countMigrations(folder),
  };
}
