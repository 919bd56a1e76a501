import { execFileSync } from 'node:child_process';
import * as z from 'zod';

/** Size and content of an image. */
type ImageDescription = {
  readonly bytes: number;
  readonly layers: number;
  readonly debianPackages: number;
  readonly nodePackages: number;
};

/** Runs in the image and counts its packages. */
const countPackages = `const fs = require('node:fs');
const folders = (at) => fs.existsSync(at) ? fs.readdirSync(at).filter((name) => !name.startsWith('.')) : [];
const top = folders('/app/node_modules');
const nodePackages = top.flatMap((name) => name.startsWith('@') ? folders('/app/node_modules/' + name) : [name]).length;
const status = fs.existsSync('/var/lib/dpkg/status') ? fs.readFileSync('/var/lib/dpkg/status', 'utf8') : '';
console.log(JSON.stringify({ nodePackages, debianPackages: (status.match(/^Package: /gm) || []).length }));`;

const packages = z.object({ nodePackages: z.number(), debianPackages: z.number() });
const dockerImage = z
  .array(z.object({ Size: z.number(), RootFS: z.object({ Layers: z.array(z.string()) }) }))
  .min(1);
const buildahImage = z.object({
  OCIv1: z.object({ rootfs: z.object({ diff_ids: z.array(z.string()) }) }),
});

const read = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { encoding: 'utf8' });

function describeDocker(image: string): ImageDescription {
  const [details] = dockerImage.parse(JSON.parse(read('docker', 'image', 'inspect', image)));
  const counted = packages.parse(
    JSON.parse(read('docker', 'run', '--rm', image, 'node', '-e', countPackages)),
  );
  return { bytes: details?.Size ?? 0, layers: details?.RootFS.Layers.length ?? 0, ...counted };
}

function describeBuildah(image: string): ImageDescription {
  const { OCIv1 } = buildahImage.parse(JSON.parse(read('buildah', 'inspect', '--type=image', image)));
  const container = read('buildah', 'from', image).trim();
  try {
    const counted = packages.parse(
      JSON.parse(read('buildah', 'run', '--isolation=chroot', container, '--', 'node', '-e', countPackages)),
    );
    const mounted = read('buildah', 'mount', container).trim();
    // Docker counts the bytes of the files, too, not the blocks of a disk.
    const bytes = Number.parseInt(read('du', '--summarize', '--bytes', '--one-file-system', mounted), 10);
    return { bytes, layers: OCIv1.rootfs.diff_ids.length, ...counted };
  } finally {
    read('buildah', 'rm', container);
  }
}

/** Measures a built image. */
export function describeImage(builder: 'docker' | 'buildah', image: string): ImageDescription {
  return builder === 'docker' ? describeDocker(image) : describeBuildah(image);
}
