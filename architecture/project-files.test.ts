import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

/** Files outside the program: workflows, hosting and documents. They break silently when a command is renamed. */
const documents = fs.globSync([
  '*.md',
  '*.yaml',
  'Dockerfile',
  '.ci/run',
  '.env.example',
  '.github/**/*.{yml,md}',
  '{docs,tools,components,sandbox,lib}/**/*.md',
  'renovate.json',
  'vercel.json',
]);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(fs.readFileSync('package.json', 'utf8')));

const commandPattern = /\bnpm run (?:-s |--silent )?([a-z][\w-]*(?::[\w-]+)*)/g;
const listCommands = (text: string) => [...text.matchAll(commandPattern)].map(([, name = '']) => name);

test('finds the names of commands', () => {
  expect(
    listCommands('`npm run audit:verify`, npm run --silent release -- --notes. Then npm run doctor.'),
  ).toEqual(['audit:verify', 'release', 'doctor']);
});

test('reads files that name commands', () => {
  const total = documents.flatMap((file) => listCommands(fs.readFileSync(file, 'utf8'))).length;
  expect([documents.length > 20, total > 100]).toEqual([true, true]);
});

test.each(documents)('%s names only commands that exist', (file) => {
  expect(listCommands(fs.readFileSync(file, 'utf8')).filter((name) => scripts[name] === undefined)).toEqual(
    [],
  );
});

test('every command starts a program that exists', () => {
  const programs = Object.values(scripts).flatMap(
    (command) => command.match(/(?:scripts|tools|sandbox)\/[\w/.-]+/g) ?? [],
  );
  expect(programs.length).toBeGreaterThan(25);
  expect(programs.filter((file) => !fs.existsSync(file))).toEqual([]);
});

const step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const job = z.object({
  'runs-on': z.string().optional(),
  'timeout-minutes': z.number().optional(),
  uses: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  steps: z.array(step).optional(),
});
const workflow = z.object({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.record(z.string(), job),
});

describe.each(fs.globSync('.github/workflows/*.yml'))('%s', (file) => {
  const { jobs } = workflow.parse(parse(fs.readFileSync(file, 'utf8')));

  test.each(Object.entries(jobs))(
    'job %s has a limit of time, and runs actions of an exact commit',
    (_, one) => {
      if (one.uses !== undefined) {
        expect(fs.existsSync(one.uses)).toBe(true);
        return;
      }
      expect(one['runs-on']).toMatch(/^ubuntu-\d/);
      expect(one['timeout-minutes']).toBeGreaterThan(0);
      for (const { uses } of one.steps ?? [])
        if (uses !== undefined) expect(uses).toMatch(/^(actions|docker|sigstore)\/[a-z-]+@[0-9a-f]{40}$/);
    },
  );

  test('jobs wait only for jobs that exist', () => {
    for (const { needs = [] } of Object.values(jobs))
      for (const name of [needs].flat()) expect(jobs).toHaveProperty(name);
  });
});

test('the workflow of a change runs all checks', () => {
  const { jobs } = workflow.parse(parse(fs.readFileSync('.github/workflows/ci.yml', 'utf8')));
  const commands = Object.values(jobs).flatMap(({ steps = [] }) => steps.map(({ run }) => run));
  // The rehearsal runs the images that the check has built.
  const [check, rehearsal] = ['npm run image -- --check', 'npm run rehearse -- docker'];
  expect(commands).toContain('bash .ci/run');
  expect(commands).toContain(check);
  expect(commands.indexOf(rehearsal)).toBe(commands.indexOf(check) + 1);
});

test.each(fs.globSync('.github/ISSUE_TEMPLATE/*.yml'))('%s is a form', (file) => {
  const form = z.union([
    z.object({
      name: z.string(),
      description: z.string(),
      body: z.array(z.looseObject({ type: z.string() })).min(1),
    }),
    z.object({ blank_issues_enabled: z.boolean() }),
  ]);
  expect(form.safeParse(parse(fs.readFileSync(file, 'utf8'))).error).toBeUndefined();
});

test('Renovate finds the image of PostgreSQL and of Node', () => {
  const { customManagers } = z
    .object({ customManagers: z.array(z.object({ matchStrings: z.array(z.string()) })) })
    .parse(JSON.parse(fs.readFileSync('renovate.json', 'utf8')));
  const found = ['compose.yaml', 'Dockerfile'].map(
    (file, at) =>
      new RegExp(customManagers[at]?.matchStrings[0] ?? '^$').exec(fs.readFileSync(file, 'utf8'))?.groups?.[
        'depName'
      ],
  );
  expect(found).toEqual(['postgres', 'node']);
});
