import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { variableNames } from '#lib/platform/env-schema.ts';
import { profileVariables } from '#lib/values/assumptions/service-profile.ts';
import { compileCache, nodeFlags, workerFlags } from '../processes/node-settings.ts';
import { entryPoints } from './entry-points.ts';

/** The files for an installation of separate parts name programs, ports and variables that exist. */

const read = (file: string) => fs.readFileSync(file, 'utf8');
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));
const units = fs.globSync('deploy/systemd/*.service');

test.each(units)('%s runs a program of the product and gains no rights', (file) => {
  const unit = read(file);
  const program = /^ExecStart=\/usr\/bin\/node (?:--\S+ )*(\S+)/m.exec(unit)?.[1];
  expect(entryPoints).toContain(program);
  for (const line of ['NoNewPrivileges=true', 'ProtectSystem=strict', 'User=countinghouse'])
    expect(unit.split('\n')).toContain(line);
  for (const [, name = ''] of unit.matchAll(/^Environment=(?!NODE_)(\w+)=/gm))
    expect(variableNames).toContain(name);
});

test('each way to start a part gives Node the same settings', () => {
  const [flag = ''] = nodeFlags;
  for (const part of ['web', 'worker', 'intake'])
    expect(manifest.scripts[part]).toContain(
      `NODE_COMPILE_CACHE=${compileCache.NODE_COMPILE_CACHE} exec node ${flag} `,
    );
  for (const file of [
    'package.json',
    'compose.yaml',
    'deploy/kubernetes/countinghouse.yaml',
    'deploy/systemd/countinghouse-worker.service',
  ])
    expect(read(file)).toMatch(
      new RegExp(`${workerFlags.join(' ')},? --conditions=react-server,? scripts/worker\\.ts`),
    );
  for (const file of ['Dockerfile', ...units.filter((unit) => !unit.includes('backup'))])
    expect(read(file)).toMatch(new RegExp(`^(ENV |Environment=)NODE_OPTIONS=${flag}$`, 'm'));
});

test('the timer of backups belongs to a unit', () => {
  const timers = fs.globSync('deploy/systemd/*.timer');
  expect(timers).toHaveLength(1);
  expect(units).toEqual(expect.arrayContaining(timers.map((name) => name.replace(/timer$/, 'service'))));
});

const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.tuple([
          z.object({
            command: z.array(z.string()),
            ports: z.tuple([z.object({ containerPort: z.number() })]),
            env: z.array(z.object({ name: z.string() })),
            securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
          }),
        ]),
      }),
    }),
  }),
});

test('the Kubernetes manifests run each part at its port, without rights', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/countinghouse.yaml')).map((one) => {
    expect(one.errors).toEqual([]);
    return z.looseObject({ kind: z.string() }).parse(one.toJS());
  });
  const kinds = documents.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'Deployment')).toHaveLength(3);
  expect(kinds).toEqual(expect.arrayContaining(['ConfigMap', 'Job', 'Service', 'Ingress']));
  const ports = documents
    .filter(({ kind }) => kind === 'Deployment')
    .map((document) => {
      const [container] = deployment.parse(document).spec.template.spec.containers;
      expect(entryPoints).toContain(container.command.at(-1));
      for (const { name } of container.env) expect(variableNames).toContain(name);
      return container.ports[0].containerPort;
    });
  expect(ports.sort()).toEqual([3000, 3001, 3002]);
});

test('the proxies send callbacks to the intake and refuse metrics', () => {
  for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    const text = read(file);
    expect(text).toContain('/api/callbacks/');
    expect(text).toContain('3001');
    expect(text).toContain('/api/metrics');
  }
});

test('nginx passes a callback on that is too long, so that the intake records and counts it', () => {
  const [, callbacks = ''] = read('deploy/nginx.conf').split('location /api/callbacks/');
  expect(/client_max_body_size (\S+);/.exec(callbacks)?.[1]).toBe('1m');
});

test('compose.tls.yaml adds a proxy without rights to the parts that exist', () => {
  const { services } = z
    .object({ services: z.record(z.string(), z.looseObject({ cap_drop: z.array(z.string()).optional() })) })
    .parse(parse(read('compose.tls.yaml')));
  expect(Object.keys(services)).toEqual(['web', 'intake', 'proxy']);
  expect(services['proxy']).toMatchObject({ cap_drop: ['ALL'], read_only: true });
  expect(services['proxy']?.['image']).toMatch(/:-caddy:\d+\.\d+\.\d+\}$/);
});

// With an empty name, Caddy only reports an unrecognized option.
test('the proxy of compose.tls.yaml names DOMAIN when it is missing', () => {
  const { services } = z
    .object({ services: z.object({ proxy: z.object({ command: z.array(z.string()) }) }) })
    .parse(parse(read('compose.tls.yaml')));
  const [program = '', ...args] = services.proxy.command.map((part) => part.replaceAll('$$', '$'));
  const { status, stderr } = spawnSync(program, args, {
    env: { ...process.env, DOMAIN: '' },
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('Set DOMAIN to the name');
});

test('the image has the service profile', () => {
  expect(profileVariables.length).toBeGreaterThan(30);
  expect(read('scripts/docker/collect.ts')).toContain("'service-profile.json'");
  expect(read('.dockerignore').split('\n')).toContain('!service-profile.json');
});
