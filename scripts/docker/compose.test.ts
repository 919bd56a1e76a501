import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { variableNames } from '#lib/platform/env-schema.ts';
import { demoEntryPoints, entryPoints } from './entry-points.ts';
import { unusedFiles, usedFonts } from './unused-files.ts';

const environment = z.record(z.string(), z.string());
const service = z.object({
  image: z.string().optional(),
  build: z.object({ target: z.string().optional() }).optional(),
  environment,
  command: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  restart: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
  env_file: z.unknown().optional(),
  tmpfs: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z.unknown().optional(),
});
const composeFile = z.object({ name: z.string(), services: z.record(z.string(), service) });
const manifest = z
  .object({
    version: z.string(),
    scripts: z.record(z.string(), z.string()),
    devDependencies: z.object({ node: z.string() }),
  })
  .parse(JSON.parse(fs.readFileSync('package.json', 'utf8')));

const read = (file: string) => composeFile.parse(parse(fs.readFileSync(file, 'utf8'), { merge: true }));
const real = read('compose.yaml');
const sandbox = read('compose.sandbox.yaml');
const parts = ['setup', 'web', 'intake', 'worker'] as const;

/** A part reads .env, so it gets a variable unless its environment replaces it. `${…}` passes the value of .env on. */
function getsSecret(part: string, name: string): boolean {
  const value = real.services[part]?.environment[name];
  return value === undefined || value.includes('${');
}

const isEmpty = (part: string, name: string): boolean => real.services[part]?.environment[name] === '';

const recipients: Readonly<Record<string, readonly string[]>> = {
  POSTGRES_PASSWORD: [],
  POSTGRES_APP_PASSWORD: [],
  BACKUP_PASSPHRASE: [],
  OWNER_PASSWORD: ['setup'],
  FACTOR_KEYS: ['web'],
  OIDC_CLIENT_SECRET: ['web'],
  CRON_SECRET: ['web'],
  METRICS_TOKEN: ['web', 'intake', 'worker'],
  // It can contain the key of a collector.
  OTEL_EXPORTER_OTLP_HEADERS: ['web', 'intake', 'worker'],
  // The worker mails one-time links, and setup prints the first one.
  NEXTAUTH_SECRET: ['setup', 'web', 'worker'],
  SERVICE_API_KEY: ['setup', 'web', 'worker'],
  SMTP_URL: ['web', 'worker'],
  AUDIT_SIGNING_KEYS: ['worker'],
};

describe('compose.yaml', () => {
  // A file has up to 5 GB, and a folder in memory counts towards the limit of the container.
  test('writes the files for the data warehouse to a volume', () => {
    const { environment: variables = {}, tmpfs, volumes = [] } = real.services['worker'] ?? {};
    const folders = volumes.map((volume) => volume.split(':')[1]);
    expect(tmpfs).toContain('/tmp');
    expect(folders).toContain(variables['TMPDIR']);
  });

  test.each(Object.entries(recipients))('gives %s only to the parts that use it', (name, expected) => {
    expect(parts.filter((part) => getsSecret(part, name))).toEqual(expected);
  });

  // A variable with a value has priority. Every part reads the names of the files in .env.
  test.each(Object.entries(recipients).filter(([name]) => variableNames.includes(name)))(
    'names the file of %s only to the parts that use it',
    (name, expected) => {
      const readers = parts.filter(
        (part) => getsSecret(part, `${name}_FILE`) && (getsSecret(part, name) || isEmpty(part, name)),
      );
      expect(readers).toEqual(expected);
    },
  );

  test('gives the owner of the tables to the setup container only', () => {
    const owned = parts.filter((part) =>
      Object.values(real.services[part]?.environment ?? {}).some((value) =>
        /\$\{DIRECT_URL|\/\/countinghouse:/.test(value),
      ),
    );
    expect(owned).toEqual(['setup']);
    expect(parts.filter((part) => getsSecret(part, 'DIRECT_URL_FILE'))).toEqual([]);
    for (const part of parts)
      expect(real.services[part]?.environment['DATABASE_URL']).toContain('//countinghouse_app:');
  });

  test('has no default for a password', () => {
    const text = fs.readFileSync('compose.yaml', 'utf8');
    expect(
      [...text.matchAll(/\$\{(POSTGRES_(?:APP_)?PASSWORD):-([^}]*)\}/g)].map(([, , used]) => used),
    ).toEqual(['', '', '']);
  });
});

describe.each(Object.entries({ 'compose.yaml': real, 'compose.sandbox.yaml': sandbox }))('%s', (_, file) => {
  // compose.sandbox.yaml only changes the parts of compose.yaml.
  const whole = Object.entries(file.services).filter(([name]) => file === real || !(name in real.services));

  // podman’s Docker interface splits each part of the command at its spaces.
  test('has no spaces in the programs of its health checks', () => {
    const text = ['compose.yaml', 'compose.sandbox.yaml']
      .map((file) => fs.readFileSync(file, 'utf8'))
      .join('');
    const programs = text.split('\n').filter((line) => line.includes('fetch('));
    expect(programs).toHaveLength(4);
    for (const program of programs) expect(program.trim()).toMatch(/^- "\S+"$/);
  });

  test.each(whole)('limits %s and checks its health', (name, one) => {
    expect(one.mem_limit).toMatch(/^(\$\{[A-Z]+_MEMORY:-)?\d+[mg]\}?$/);
    expect(one.pids_limit).toBeGreaterThan(0);
    expect(one.security_opt).toEqual(['no-new-privileges:true']);
    expect(one.restart).toBeDefined();
    expect(one.healthcheck).toBeDefined();
    if (name === 'database') return;
    expect([one.read_only, one.cap_drop]).toEqual([true, ['ALL']]);
  });

  test.each(whole)('runs an exact version of the image of %s', (name, one) => {
    const tag = /^\$\{[A-Z_]+:-[a-z-]+:([^}]+)\}$/.exec(one.image ?? '')?.[1];
    if (name === 'database') expect(tag).toMatch(/^\d+\.\d+$/);
    else expect(tag).toBe(manifest.version);
  });

  test('publishes only ports that a variable can change', () => {
    for (const one of Object.values(file.services))
      for (const port of one.ports ?? []) expect(port).toMatch(/\$\{[A-Z_]*PORT:-\d+\}\}?:\d+$/);
  });

  test.each(whole)('starts %s with a program that is in the image', (name, one) => {
    const programs = (one.command ?? []).join(' ').match(/\S+\.ts/g) ?? [];
    expect(programs.length).toBe(name === 'database' ? 0 : name === 'setup' ? 2 : 1);
    const content = one.build?.target === 'demo' ? [...entryPoints, ...demoEntryPoints] : entryPoints;
    for (const program of programs) expect(content).toContain(program);
  });
});

describe('compose.scale.yaml', () => {
  const doubled = z.object({
    scale: z.literal(2),
    environment: environment.default({}),
    ports: z.array(z.string()).optional(),
  });
  const file = z.object({
    services: z.object({
      web: doubled,
      intake: doubled,
      worker: doubled,
      standby: service,
      proxy: z.object({ environment }),
    }),
  });
  // The tag removes the ports of compose.yaml.
  const text = fs.readFileSync('compose.scale.yaml', 'utf8');
  const { standby, proxy, ...doubles } = file.parse(parse(text, { logLevel: 'error' })).services;

  test('doubles each part, publishes none of them, and names both to the proxy', () => {
    for (const [name, { ports }] of Object.entries(doubles)) {
      const published = real.services[name]?.ports ?? [];
      expect(ports ?? []).toEqual([]);
      expect(text.split(`\n  ${name}:\n`)[1]?.startsWith('    scale: 2\n    ports: !reset []\n')).toBe(
        published.length > 0,
      );
    }
    expect(proxy.environment).toEqual({
      WEB: [1, 2].map((number) => `\${COMPOSE_PROJECT_NAME}-web-${number}:3000`).join(' '),
      INTAKE: [1, 2].map((number) => `\${COMPOSE_PROJECT_NAME}-intake-${number}:3001`).join(' '),
    });
  });

  test('gives web and worker the standby', () => {
    for (const part of [doubles.web, doubles.worker])
      expect(part.environment).toEqual({ READ_DATABASE_URL: expect.stringContaining('@standby:5432/') });
    expect(standby.image).toBe(real.services['database']?.image);
    expect(standby.mem_limit).toBe(real.services['database']?.mem_limit);
    // A copy that was interrupted has files too, and would start as a database of its own.
    const script = standby.command?.at(-1) ?? '';
    expect(script).toContain('--pgdata="$$PGDATA.partial"');
    expect(script).toContain('mv "$$PGDATA.partial" "$$PGDATA"');
    expect(fs.readFileSync('docs/size.md', 'utf8')).toContain(`-D ${standby.environment['PGDATA']}`);
  });
});

/** Returns the files of the product that a file imports, directly or not, without those that the image leaves out. */
function listImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || demoEntryPoints.includes(file)) return found;
  found.add(file);
  const imports = fs.readFileSync(file, 'utf8').matchAll(/(?:from|import) \(?'(#|\.\.?\/)([^']+\.tsx?)'/g);
  for (const [, start = '', to = ''] of imports)
    listImports(start === '#' ? to : path.join(path.dirname(file), start, to), found);
  return found;
}

test('the image keeps the fonts of documents and loses files that no program reads', () => {
  const left = fs.globSync([...unusedFiles], { exclude: [...usedFonts] });
  const fonts = [...fs.readFileSync('lib/exports/pdf/fonts.ts', 'utf8').matchAll(/'(\S+\.ttf)'/g)];
  expect(usedFonts.map((font) => font.split('/').at(-1))).toEqual(fonts.map(([, name]) => name));
  for (const font of usedFonts) expect(fs.existsSync(font), font).toBe(true);
  expect(left).toContain('node_modules/dejavu-fonts-ttf/ttf/DejaVuSerif.ttf');
  expect(left.filter((file) => usedFonts.includes(file))).toEqual([]);
  for (const pattern of unusedFiles) expect(fs.globSync(pattern), pattern).not.toEqual([]);
});

describe('the image of the product', () => {
  const demoOnly = /^sandbox\/|^tools\/(?:seed|testing)\/|^tools\/first-data\/(?:demo|history|rules|sandbox)/;

  test('has no sandbox and no demo data', () => {
    const files = entryPoints.flatMap((file) => [...listImports(file)]);
    expect(files).toContain('tools/first-data/first-data.ts');
    expect(files.filter((file) => demoOnly.test(file))).toEqual([]);
  });

  test('is the last stage of the Dockerfile, and only the stage `demo` adds to it', () => {
    const stages = fs.readFileSync('Dockerfile', 'utf8').split(/^FROM /m);
    const ofDemo = stages.filter((stage) => /\.next\/demo|SANDBOX|4010/.test(stage));
    expect(ofDemo.map((stage) => stage.split('\n')[0])).toEqual(['product AS demo']);
    expect(stages.at(-1)?.trim()).toBe('product');
  });

  test('is what every part runs that serves people or the service', () => {
    const ofDemo = Object.entries(sandbox.services).filter(([, one]) => one.build?.target === 'demo');
    expect(ofDemo.map(([name]) => name)).toEqual(['setup', 'sandbox']);
    expect(new Set(ofDemo.map(([, one]) => one.image)).size).toBe(1);
    for (const one of Object.values(real.services)) expect(one.build?.target).toBeUndefined();
  });
});

test('the sandbox has a project of its own, so its data never mixes with real data', () => {
  expect(sandbox.name).not.toBe(real.name);
});

/** Commands of a checkout: they need sources or tools that the image doesn't have. */
const onlyInCheckout = ['start', 'dev', 'test', 'build', 'migrate:dev'];

test('the image has every program of an operator', () => {
  const programs = Object.entries(manifest.scripts).flatMap(([name, command]) => {
    const file = /(?:scripts|sandbox)\/[\w/-]+\.ts/.exec(command)?.[0];
    return file === undefined || onlyInCheckout.includes(name) ? [] : [file];
  });
  expect(programs.length).toBeGreaterThan(10);
  const files = [...entryPoints, ...demoEntryPoints];
  expect(files).toEqual(expect.arrayContaining(programs));
  for (const file of files) expect(fs.existsSync(file), file).toBe(true);
});

test('the Dockerfile uses the version of Node from the lockfile, and bases that never change', () => {
  const bases = [
    ...fs.readFileSync('Dockerfile', 'utf8').matchAll(/^ARG \w+_IMAGE=([\w.:-]+)@sha256:[0-9a-f]{64}$/gm),
  ].map(([, base]) => base);
  expect(bases).toEqual([`node:${manifest.devDependencies.node}-bookworm-slim`, 'debian:bookworm-slim']);
});

test('Renovate finds the bases with their digests', () => {
  const { customManagers } = z
    .object({
      customManagers: z.array(
        z.object({ managerFilePatterns: z.array(z.string()), matchStrings: z.array(z.string()) }),
      ),
    })
    .parse(JSON.parse(fs.readFileSync('renovate.json', 'utf8')));
  const dockerfile = fs.readFileSync('Dockerfile', 'utf8');
  const found = customManagers
    .filter(({ managerFilePatterns }) =>
      managerFilePatterns.some((pattern) => pattern.includes('Dockerfile')),
    )
    .flatMap(({ matchStrings }) => matchStrings)
    .flatMap((pattern) => [...dockerfile.matchAll(new RegExp(pattern, 'g'))])
    .map(({ groups }) => [groups?.['depName'], groups?.['currentDigest']?.slice(0, 7)]);
  expect(found).toEqual([
    ['node', 'sha256:'],
    ['debian', 'sha256:'],
  ]);
});
