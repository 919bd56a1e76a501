import { tTooling } from '#lib/messages/commands.ts';

/** A commit as git prints it. */
export type Commit = { readonly subject: string; readonly body: string };

const kinds = ['breaking', 'feat', 'fix', 'perf'] as const;
type Kind = (typeof kinds)[number];

type Change = { readonly kind: Kind; readonly scope: string; readonly summary: string };

const conventional = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<mark>!)?: (?<summary>.+)$/;
const sectionStart = /^## /m;

/** Returns the change that people notice, or null for other commits. */
export function parseChange({ subject, body }: Commit): Change | null {
  const { type, scope = '', mark, summary = '' } = conventional.exec(subject)?.groups ?? {};
  if (type === undefined) return null;
  const isBreaking = mark !== undefined || /^BREAKING[ -]CHANGE: /m.test(body);
  const kind = isBreaking ? 'breaking' : kinds.find((one) => one === type);
  return kind === undefined ? null : { kind, scope, summary };
}

function formatChange({ scope, summary }: Change): string {
  return scope === '' ? `- ${summary}` : `- **${scope}:** ${summary}`;
}

/** Returns the section of one version, from commits in Conventional Commits form, newest first. */
export function formatSection(heading: string, commits: readonly Commit[]): string {
  const changes = commits.map(parseChange).filter((change) => change !== null);
  const parts = kinds.flatMap((kind) => {
    const lines = changes.filter((change) => change.kind === kind).map(formatChange);
    return lines.length === 0 ? [] : [`### ${tTooling(`release.sections.${kind}`)}\n\n${lines.join('\n')}\n`];
  });
  const content = parts.length === 0 ? [`${tTooling('release.nothing')}\n`] : parts;
  return [`## ${heading}\n`, ...content].join('\n');
}

/** Puts a section before the others. */
export function insertSection(changelog: string, section: string): string {
  const first = changelog.search(sectionStart);
  if (first === -1) return `${changelog.trimEnd()}\n\n${section}`;
  return `${changelog.slice(0, first)}${section}\n${changelog.slice(first)}`;
}

/** The heading of what was written for people since the last release. */
const unreleased = /^## Unreleased$/m;

export const hasUnreleased = (text: string): boolean => unreleased.test(text);

/** Gives the section of unreleased changes its version. */
export const nameUnreleased = (text: string, heading: string): string =>
  text.replace(unreleased, `## ${heading}`);

/** Returns the content of the section of this version without its heading, or null if there is none. */
export function readSection(changelog: string, version: string): string | null {
  const section = changelog.split(sectionStart).find((part) => part.split(/\s/, 1)[0] === version);
  return section === undefined ? null : `${section.slice(section.indexOf('\n')).trim()}\n`;
}
