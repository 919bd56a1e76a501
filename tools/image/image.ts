import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tTooling } from '#lib/messages/commands.ts';
import { version } from '#lib/values/version.ts';
import { projectFolder } from '#scripts/settings.ts';
import { checkImage } from './check-image.ts';
import { describeImage } from './describe-image.ts';
import { findNpm, findNpmrc } from './find-npm.ts';
import type { Command, ImageBase, ImageTools } from './plan.ts';
import { planBase, planBuild, planImage } from './plan.ts';

/**
 * `npm run image [-- --check] [--built] [--base registry|debootstrap]`: builds the images and prints the product's size, layers and packages.
 * With --check it runs every part from the image and drives the main job. With --built it uses the image of an earlier run.
 * Exits with 1 if something is missing or fails, and if the product's image is larger than 300 MB.
 */

const image = `countinghouse:${version}`;
/** Most megabytes of the product, without the sandbox. */
const mostMegabytes = 300;
/** The same with the sandbox, which the check needs. */
const demoImage = `countinghouse-demo:${version}`;

const has = (program: string): boolean =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .concat('/usr/sbin', '/sbin')
    .some((folder) => fs.existsSync(path.join(folder, program)));

function findTools(): ImageTools {
  return {
    // The client alone builds nothing.
    docker: has('docker') && spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 15_000 }).status === 0,
    buildah: has('buildah'),
    podman: has('podman'),
    debootstrap: has('debootstrap'),
    isRoot: process.getuid?.() === 0,
  };
}

function run([program, ...args]: Command): void {
  console.log(`$ ${[program, ...args].join(' ')}`);
  execFileSync(program, args, { cwd: projectFolder, stdio: 'inherit' });
}

function makeBases() {
  const images = {
    build: `localhost/countinghouse-base:${process.versions.node}`,
    runtime: 'localhost/countinghouse-runtime:bookworm',
  };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-base-'));
  try {
    const source = { folder, node: fs.realpathSync(process.execPath), npm: findNpm(), images };
    for (const command of planBase(source)) run(command);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return images;
}

const isBase = (value: string | undefined): value is ImageBase | undefined =>
  value === undefined || value === 'registry' || value === 'debootstrap';

type Arguments = { readonly isChecked: boolean; readonly isBuilt: boolean; readonly base?: ImageBase };

function readArguments(): Arguments | null {
  try {
    const { values } = parseArgs({
      options: {
        check: { type: 'boolean', default: false },
        built: { type: 'boolean', default: false },
        base: { type: 'string' },
      },
    });
    const { base } = values;
    if (!isBase(base)) return null;
    const { check: isChecked, built: isBuilt } = values;
    return { isChecked, isBuilt, ...(base === undefined ? {} : { base }) };
  } catch {
    return null;
  }
}

function buildImage({
  builder,
  base,
}: {
  readonly builder: 'docker' | 'buildah';
  readonly base: ImageBase;
}): void {
  const begun = performance.now();
  const bases = base === 'debootstrap' ? makeBases() : null;
  const certificates = process.env['NODE_EXTRA_CA_CERTS'] || null;
  const source = { bases, npmrc: findNpmrc(), certificates };
  run(planBuild(builder, { ...source, image }));
  run(planBuild(builder, { ...source, image: demoImage, target: 'demo' }));
  const seconds = String(Math.round((performance.now() - begun) / 1_000));
  console.log(tTooling('image.duration', { seconds }));
}

async function main(): Promise<boolean> {
  const choice = readArguments();
  if (choice === null) {
    console.error(tTooling('image.usage'));
    return false;
  }
  const plan = planImage(findTools(), choice);
  if (plan.kind === 'missing') {
    for (const missing of plan.missing) console.error(tTooling(`image.missing.${missing}`));
    return false;
  }
  if (!choice.isBuilt) buildImage(plan);
  const { bytes, layers, debianPackages, nodePackages } = describeImage(plan.builder, image);
  const megabytes = String(Math.round(bytes / 1_000_000));
  console.log(tTooling('image.built', { image, megabytes, layers, debianPackages, nodePackages }));
  const isSmall = bytes <= mostMegabytes * 1_000_000;
  if (!isSmall) console.error(tTooling('image.tooLarge', { image, megabytes: String(mostMegabytes) }));
  if (plan.runner === null) return isSmall;
  const isSound = await checkImage(plan.runner, { product: image, demo: demoImage });
  console.log(tTooling(isSound ? 'image.sound' : 'image.failed', { image }));
  return isSound && isSmall;
}

process.exitCode = (await main()) ? 0 : 1;
