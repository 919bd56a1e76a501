import { expect, test } from 'vitest';
import { readSignIns } from './check-image.ts';
import type { ImageTools } from './plan.ts';
import { planBase, planBuild, planImage, planMemory, planRun, readMemory } from './plan.ts';

const nothing: ImageTools = {
  docker: false,
  buildah: false,
  podman: false,
  debootstrap: false,
  isRoot: true,
};
const images = { build: 'build:1', runtime: 'runtime:1' };
const built = { isChecked: false };
const checked = { isChecked: true };

test('uses Docker with the published base where a daemon answers', () => {
  expect(planImage({ ...nothing, docker: true, buildah: true, debootstrap: true }, checked)).toEqual({
    kind: 'ready',
    builder: 'docker',
    base: 'registry',
    runner: 'docker',
  });
});

test('makes the base with debootstrap where buildah has no daemon', () => {
  const tools = { ...nothing, buildah: true, debootstrap: true, podman: true };
  const ready = { kind: 'ready', builder: 'buildah', runner: null };
  expect(planImage(tools, built)).toEqual({ ...ready, base: 'debootstrap' });
  expect(planImage({ ...tools, isRoot: false }, built)).toEqual({ ...ready, base: 'registry' });
  expect(planImage({ ...tools, debootstrap: false }, built)).toEqual({ ...ready, base: 'registry' });
  expect(planImage({ ...tools, docker: true }, { ...checked, base: 'debootstrap' })).toEqual({
    ...ready,
    base: 'debootstrap',
    runner: 'podman',
  });
});

test('names everything that is missing', () => {
  expect(planImage(nothing, checked)).toEqual({ kind: 'missing', missing: ['engine', 'runner'] });
  expect(planImage({ ...nothing, isRoot: false }, { ...built, base: 'debootstrap' })).toEqual({
    kind: 'missing',
    missing: ['engine', 'debootstrap', 'root'],
  });
  expect(planImage({ ...nothing, buildah: true }, checked)).toEqual({ kind: 'missing', missing: ['runner'] });
});

test('makes the base before it is committed, and removes its container', () => {
  const commands = planBase({ folder: '/f', node: '/n', npm: '/npm', images });
  expect(commands[0]?.[0]).toBe('debootstrap');
  // useradd is in one of them.
  expect(commands.flat().find((argument) => argument.startsWith('PATH='))).toContain(':/usr/sbin:');
  expect(commands.at(-2)).toEqual(['buildah', 'commit', '--quiet', 'countinghouse-base', 'build:1']);
  expect(commands.at(-1)?.slice(0, 2)).toEqual(['buildah', 'rm']);
});

test('builds with buildah without privileges of a daemon', () => {
  const source = { image: 'i:1', bases: images, npmrc: '/root/.npmrc', certificates: '/etc/ca.crt' };
  expect(planBuild('buildah', source)).toEqual([
    'buildah',
    'build',
    '--isolation=chroot',
    '--network=host',
    '--format=docker',
    '--layers',
    '--volume',
    '/root/.npmrc:/root/.npmrc:ro',
    '--volume',
    '/etc/ca.crt:/etc/ca.crt:ro',
    '--build-arg',
    'NODE_EXTRA_CA_CERTS=/etc/ca.crt',
    '--build-arg',
    'NODE_IMAGE=build:1',
    '--build-arg',
    'RUNTIME_IMAGE=runtime:1',
    '--tag',
    'i:1',
    '.',
  ]);
  const plain = { image: 'i:1', bases: null, npmrc: null, certificates: null };
  expect(planBuild('docker', plain).join(' ')).toBe('docker build --tag i:1 .');
  expect(planBuild('docker', { ...plain, target: 'demo' })).toContain('--target=demo');
});

test('runs a part as an ordinary user on a read-only file system', () => {
  const command = planRun('podman', 'i:1', {
    name: 'web',
    command: ['node', 'x.ts'],
    environment: { A: '1' },
  });
  expect(command).toEqual(
    expect.arrayContaining(['--read-only', '--user=node', '--cap-drop=ALL', '--env=A=1']),
  );
  // podman gives a temporary file system at the image's volume to root only.
  expect(command.filter((option) => option.startsWith('--tmpfs'))).toEqual(['--tmpfs=/tmp']);
  expect(command.slice(-3)).toEqual(['i:1', 'node', 'x.ts']);
});

test('runs a part where the engine may raise no limits and has no systemd', () => {
  const command = planRun('podman', 'i:1', { name: 'web', command: [], environment: {} });
  expect(command.filter((option) => option.startsWith('--ulimit'))).toEqual([
    '--ulimit=nofile=4096:4096',
    '--ulimit=nproc=4096:4096',
  ]);
  expect(command).toContain('--no-healthcheck');
});

test('reads the memory of each part, as Docker and podman print it', () => {
  expect(planMemory('podman', ['web', 'intake']).slice(-2)).toEqual(['web', 'intake']);
  expect(readMemory('web 301.5MB / 25.28GB\nintake 95MiB / 1GiB\n\n')).toEqual({
    web: '301.5MB',
    intake: '95MiB',
  });
});

test('reads the demo sign-ins from the output of the setup part', () => {
  const person = { role: 'finance', email: 'finance@demo.test', password: 'x' };
  expect(readSignIns(`{"progress":"…"}\n${JSON.stringify({ signIns: [person] })}\n`)).toBe(
    'finance finance@demo.test x',
  );
  expect(readSignIns('nothing')).toBe('');
});
