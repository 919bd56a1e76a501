import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { ladder } from '#architecture/boundaries.ts';
import { readSources } from '#architecture/source-files.ts';

const documents = fs
  .globSync(['*.md', '.github/**/*.md', '{components,docs,sandbox,tools}/**/*.md'])
  .map((file) => file.replaceAll('\\', '/'))
  .sort();
const read = (file: string) => fs.readFileSync(file, 'utf8');

/** Files that name commands, variables and values, besides the documents. */
const settings = [
  '.env.example',
  'Dockerfile',
  ...fs.globSync(['*.{json,mjs,yaml}', 'prisma/schema/*.prisma']),
];

/** Lists the targets of a document's links and pictures, without those on the web. */
function listLinks(document: string): string[] {
  const prose = document.replace(/```[\s\S]*?```/g, '');
  const links = [...prose.matchAll(/\]\(<?([^)\s>]+)/g), ...prose.matchAll(/\b(?:src|href)="([^"]+)"/g)];
  return links.map(([, target = '']) => target).filter((target) => !/^[a-z]+:/i.test(target));
}

/** Returns the anchor that GitHub gives a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const listAnchors = (document: string): string[] =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));

/** Returns true if a link leads to a file, and to a heading in it where it names one. */
function leadsSomewhere(from: string, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? from : path.join(path.dirname(from), target);
  if (!fs.existsSync(file)) return false;
  return anchor === undefined || listAnchors(read(file)).includes(anchor);
}

/** Lists the texts in backticks. */
const listCode = (document: string): string[] =>
  [...document.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

const isFolder = (file: string): boolean => fs.existsSync(file) && fs.statSync(file).isDirectory();

/**
 * Lists the paths among them: of source files and documents, and those that begin with a folder of the repository or of
 * the document. A star stands for any name, and an ellipsis ends a path.
 */
const listPaths = (file: string, document: string): string[] =>
  listCode(document)
    .map((code) => code.replace(/…$/, ''))
    .filter(
      (code) =>
        /^[\w.@[\]*-]+(?:\/[\w.@[\]*-]*)*$/.test(code) &&
        (/\.(?:md|mjs|tsx?)$/.test(code) ||
          (code.includes('/') &&
            ['.', path.dirname(file)].some((folder) =>
              isFolder(path.join(folder, code.split('/')[0] ?? '')),
            ))),
    );

const programText = readSources()
  .map(({ path: name, text }) => `${name}\n${text}`)
  .join('\n');

/** Folders of files that programs write. */
const written = /^(?:\.data|\.next|test-results)\//;

/**
 * Returns true if the path exists, from the root or from the document. A bare name is a file or a name in the program, and
 * so is the name of a file that programs write.
 */
const exists = (document: string, name: string): boolean =>
  [name, path.join(path.dirname(document), name)].some((file) =>
    file.includes('*') ? fs.globSync(file).length > 0 : fs.existsSync(file),
  ) ||
  ((written.test(name) || !name.includes('/')) && programText.includes(path.basename(name)));

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** Lists names of commands that stand without `npm run`, such as `audit:key`. */
const listCommands = (document: string): string[] =>
  listCode(document).filter((code) => /^(?!node:)[a-z]+:[a-z-]+$/.test(code));

/** Lists names of variables and of values, such as `DATABASE_URL`. */
const listVariables = (document: string): string[] =>
  listCode(document).flatMap((code) => code.match(/(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w…])/g) ?? []);

test('links, paths and variables of a document are found', () => {
  const document = [
    '![a](docs/a.png) [b](b.md#part) [c](#c) [d](https://example.com) <img src="e.svg">',
    '`lib/values/amount.ts`, `a/b/c` and `README.md`, `docs/…`, `GET /api/health`, `Dockerfile`',
    '`PORT`, `DATABASE_URL` and `SERVICE_SIGNATURE_…`, `FACTOR_KEYS=a`',
  ].join('\n');
  expect(listLinks(document)).toEqual(['docs/a.png', 'b.md#part', '#c', 'e.svg']);
  expect(listPaths('README.md', document)).toEqual(['lib/values/amount.ts', 'README.md', 'docs/']);
  expect(listVariables(document)).toEqual(['DATABASE_URL', 'FACTOR_KEYS']);
  expect(listIdentifiers('`<List getId>`, `lib/a-b/c.ts`, `readPage(x)`')).toEqual([
    'List',
    'getId',
    'readPage',
  ]);
  expect(toAnchor('Two users of the database')).toBe('two-users-of-the-database');
});

test.each(documents)('every link, path and command of %s leads somewhere', (file) => {
  const document = read(file);
  expect(listLinks(document).filter((link) => !leadsSomewhere(file, link))).toEqual([]);
  expect(listPaths(file, document).filter((name) => !exists(file, name))).toEqual([]);
  expect(listCommands(document).filter((name) => scripts[name] === undefined)).toEqual([]);
});

/** Lists names of components, functions and properties: `<Button`, `readListStart(`, `getId`. */
const listIdentifiers = (document: string): string[] =>
  listCode(document).flatMap((code) =>
    /[/.:-]/.test(code) ? [] : (code.match(/\b[a-z]+[A-Z]\w*\b|(?<=<)[A-Z]\w+/g) ?? []),
  );

test.each(['CONTRIBUTING.md', 'components/README.md', 'docs/design.md'])(
  'every component, function and property that %s names is in the program',
  (file) => {
    const named = [...new Set(listIdentifiers(read(file)))];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(programText))).toEqual([]);
  },
);

test('CONTRIBUTING.md names every room of lib', () => {
  const document = read('CONTRIBUTING.md');
  expect(ladder.filter((room) => !document.includes(`\`${room}\``))).toEqual([]);
});

test('every variable and value that a document names is in the program', () => {
  // Variables of OpenTelemetry are read by its own packages.
  const text = [...settings.map(read), programText].join('\n');
  const named = documents.map((file) => ({ file, names: listVariables(read(file)) }));
  expect(named.flatMap(({ names }) => names).length).toBeGreaterThan(100);
  expect(
    named.flatMap(({ file, names }) =>
      names
        .filter((name) => !name.startsWith('OTEL_') && !text.includes(name))
        .map((name) => `${file}: ${name}`),
    ),
  ).toEqual([]);
});

/** Lists the sections of the service's interface that a text refers to. Laws have a space after their sign. */
const listSections = (text: string): string[] =>
  [...text.matchAll(/§(?<!(?:NIST|RFC) [\w -]*§)(\d+(?:\.\d+)*)/g)].map(([, section = '']) => section);

test('every section of the interface that the code names is in docs/service-interface.md', () => {
  const sections = new Set(
    [...read('docs/service-interface.md').matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number),
  );
  const files = [
    ...readSources(),
    ...[...settings, ...documents].map((file) => ({ path: file, text: read(file) })),
  ];
  const named = files.flatMap(({ path: file, text }) =>
    listSections(text).map((section) => ({ file, section })),
  );
  expect(listSections('§2.4 and §6.1, § 257 HGB, NIST SP 800-63B §5.1.1.2')).toEqual(['2.4', '6.1']);
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ section }) => !sections.has(section))).toEqual([]);
});
