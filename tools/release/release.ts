import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tTooling } from '#lib/messages/commands.ts';
import { version as current } from '#lib/values/version.ts';
import { projectFolder } from '#scripts/settings.ts';
import type { Commit } from './changelog.ts';
import { formatSection, hasUnreleased, insertSection, nameUnreleased, readSection } from './changelog.ts';
import { replaceVersion, semanticVersion, versionFiles } from './versions.ts';

/**
 * `npm run release -- VERSION`: sets the version everywhere, also as the heading of what CHANGELOG.md and UPGRADING.md list as
 * unreleased. If the changelog lists nothing, it writes a section from the commits since the last tag. Commits and tags nothing.
 * `--preview` prints those commits as a section, `--notes` prints the section of the current version, and `--check TAG` exits
 * with 1 if the tag is another version or a document lists unreleased changes.
 */

const changelogFile = path.join(projectFolder, 'CHANGELOG.md');
const upgradingFile = path.join(projectFolder, 'UPGRADING.md');
const readText = (file: string) => fs.readFileSync(file, 'utf8');
const today = () => new Date().toISOString().slice(0, 10);

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** Returns the newest tag of a version, or null before the first one. */
function findLastTag(): string | null {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match=v*');
  } catch {
    return null;
  }
}

/** Returns the commits since the last tag, newest first. */
function readCommits(): Commit[] {
  const tag = findLastTag();
  const range = tag === null ? 'HEAD' : `${tag}..HEAD`;
  return git('log', '--no-merges', '--format=%s%x1f%b%x1e', range)
    .split('\u001e')
    .map((entry) => {
      const [subject = '', body = ''] = entry.trim().split('\u001f');
      return { subject, body };
    });
}

function refuse(line: string): never {
  console.error(line);
  process.exit(1);
}

function setVersion(next: string): void {
  if (!semanticVersion.test(next)) refuse(tTooling('release.usage'));
  const changelog = readText(changelogFile);
  if (readSection(changelog, next) !== null) refuse(tTooling('release.exists', { version: next }));
  for (const file of versionFiles) {
    const place = path.join(projectFolder, file);
    fs.writeFileSync(place, replaceVersion(file, readText(place), current, next));
  }
  const heading = `${next} (${today()})`;
  fs.writeFileSync(
    changelogFile,
    hasUnreleased(changelog)
      ? nameUnreleased(changelog, heading)
      : insertSection(changelog, formatSection(heading, readCommits())),
  );
  fs.writeFileSync(upgradingFile, nameUnreleased(readText(upgradingFile), next));
  console.log(tTooling('release.written', { version: next }));
}

function printNotes(): void {
  const notes = readSection(readText(changelogFile), current);
  if (notes === null) refuse(tTooling('release.noNotes', { version: current }));
  console.log(notes);
}

function checkTag(tag: string): void {
  if (tag !== `v${current}`) refuse(tTooling('release.otherVersion', { tag, version: current }));
  const open = [changelogFile, upgradingFile].filter((file) => hasUnreleased(readText(file)));
  if (open.length > 0)
    refuse(tTooling('release.unreleased', { files: open.map((file) => path.basename(file)).join(', ') }));
  console.log(tTooling('release.matches', { tag }));
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { preview: { type: 'boolean' }, notes: { type: 'boolean' }, check: { type: 'string' } },
    });
  } catch {
    return refuse(tTooling('release.usage'));
  }
}

const { values, positionals } = readArguments();
const [next] = positionals;
if (values.check !== undefined) checkTag(values.check);
else if (values.notes === true) printNotes();
else if (values.preview === true) console.log(formatSection(today(), readCommits()));
else if (next !== undefined) setVersion(next);
else refuse(tTooling('release.usage'));
