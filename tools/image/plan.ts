/** The programs of this machine that build and run images. */
export type ImageTools = {
  /** A Docker daemon answers. */
  readonly docker: boolean;
  readonly buildah: boolean;
  readonly podman: boolean;
  readonly debootstrap: boolean;
  /** `debootstrap` and images of other users need it. */
  readonly isRoot: boolean;
};

export type ImageBase = 'registry' | 'debootstrap';
type Choice = { readonly base?: ImageBase; readonly isChecked: boolean };

type MissingTool = 'engine' | 'debootstrap' | 'root' | 'runner';

type Plan =
  | { readonly kind: 'missing'; readonly missing: readonly MissingTool[] }
  | {
      readonly kind: 'ready';
      readonly builder: 'docker' | 'buildah';
      readonly base: ImageBase;
      /** Runs the parts, if they are checked. */
      readonly runner: 'docker' | 'podman' | null;
    };

/**
 * Chooses how the image is built: Docker with the published base where a daemon answers, otherwise buildah. Buildah makes
 * the base itself where debootstrap exists, so it needs no registry of images.
 */
export function planImage(tools: ImageTools, { base, isChecked }: Choice): Plan {
  const builder = tools.docker && base !== 'debootstrap' ? 'docker' : tools.buildah ? 'buildah' : null;
  const chosenBase =
    base ?? (builder === 'buildah' && tools.debootstrap && tools.isRoot ? 'debootstrap' : 'registry');
  // Each engine has its own store, so the image runs where it was built.
  const runner = builder === 'docker' ? 'docker' : tools.podman ? 'podman' : null;
  const missing: MissingTool[] = [];
  if (builder === null) missing.push('engine');
  if (base === 'debootstrap' && !tools.debootstrap) missing.push('debootstrap');
  if (base === 'debootstrap' && !tools.isRoot) missing.push('root');
  if (isChecked && runner === null) missing.push('runner');
  if (builder === null || missing.length > 0) return { kind: 'missing', missing };
  return { kind: 'ready', builder, base: chosenBase, runner: isChecked ? runner : null };
}

export type Command = readonly [program: string, ...args: string[]];

type BaseSource = {
  /** An empty folder for the file system of the base. */
  readonly folder: string;
  /** The program of Node's npm package. */
  readonly node: string;
  /** The folder of the npm that runs this command. */
  readonly npm: string;
  readonly images: BaseImages;
};

/** Debian with Node and npm, in which the build runs, and the same Debian alone. */
type BaseImages = { readonly build: string; readonly runtime: string };

/** Folders that Debian's own slim images leave out. */
const leftOut = ['doc', 'info', 'locale', 'man'].map((folder) => `usr/share/${folder}`);

/** As in Debian's own images. The Dockerfile calls programs of sbin. */
const debianPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Returns the commands that make both bases, without a registry of images. */
export function planBase({ folder, node, npm, images }: BaseSource): readonly Command[] {
  const container = 'countinghouse-base';
  const commit = (image: string): readonly Command[] => [
    ['buildah', 'from', '--name', container, 'scratch'],
    ['buildah', 'copy', '--quiet', container, folder, '/'],
    ['buildah', 'config', '--env', `PATH=${debianPath}`, container],
    ['buildah', 'commit', '--quiet', container, image],
    ['buildah', 'rm', container],
  ];
  return [
    ['debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', folder],
    [
      'rm',
      '-rf',
      ...['var/cache/apt', 'var/lib/apt/lists', ...leftOut].map((inside) => `${folder}/${inside}`),
    ],
    ...commit(images.runtime),
    ['cp', node, `${folder}/usr/local/bin/node`],
    ['mkdir', '-p', `${folder}/usr/local/lib/node_modules`],
    ['cp', '-r', npm, `${folder}/usr/local/lib/node_modules/npm`],
    ['ln', '-sf', '../lib/node_modules/npm/bin/npm-cli.js', `${folder}/usr/local/bin/npm`],
    ...commit(images.build),
  ];
}

type BuildSource = {
  readonly image: string;
  /** A stage of the Dockerfile. Missing: the last one. */
  readonly target?: 'demo';
  /** Null means the published ones. */
  readonly bases: BaseImages | null;
  readonly npmrc: string | null;
  /** The file of certificates that Node trusts as well, for example of a company's proxy. */
  readonly certificates: string | null;
};

/** Returns the command that builds the image from the Dockerfile. */
export function planBuild(
  builder: 'docker' | 'buildah',
  { image, target, bases, npmrc, certificates }: BuildSource,
): Command {
  const options = [
    ...(target === undefined ? [] : [`--target=${target}`]),
    ...(bases === null
      ? []
      : ['--build-arg', `NODE_IMAGE=${bases.build}`, '--build-arg', `RUNTIME_IMAGE=${bases.runtime}`]),
  ];
  if (builder === 'docker') return ['docker', 'build', ...options, '--tag', image, '.'];
  return [
    'buildah',
    'build',
    '--isolation=chroot',
    '--network=host',
    '--format=docker',
    // Both targets share the stage of the build.
    '--layers',
    // Which registry of packages npm uses. It stays outside the image.
    ...(npmrc === null ? [] : ['--volume', `${npmrc}:/root/.npmrc:ro`]),
    // For the stage of the build only.
    ...(certificates === null
      ? []
      : [
          '--volume',
          `${certificates}:${certificates}:ro`,
          '--build-arg',
          `NODE_EXTRA_CA_CERTS=${certificates}`,
        ]),
    ...options,
    '--tag',
    image,
    '.',
  ];
}

/** Returns the command that runs one part as the image's ordinary user, on a read-only file system. */
export function planRun(
  runner: 'docker' | 'podman',
  image: string,
  part: { name: string; command: readonly string[]; environment: Readonly<Record<string, string>> },
): Command {
  return [
    runner,
    'run',
    '--rm',
    `--name=${part.name}`,
    '--network=host',
    '--read-only',
    // `/data` is the image's volume, which belongs to its user.
    '--tmpfs=/tmp',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    '--pids-limit=256',
    // Some machines let an engine set no higher limits than these, for example inside a container.
    '--ulimit=nofile=4096:4096',
    '--ulimit=nproc=4096:4096',
    // The check asks each part itself. Podman needs systemd for the image's health check.
    '--no-healthcheck',
    '--user=node',
    ...Object.entries(part.environment).map(([name, value]) => `--env=${name}=${value}`),
    image,
    ...part.command,
  ];
}

/** Returns the command that prints a line with the name and the memory of each running part. */
export function planMemory(runner: 'docker' | 'podman', names: readonly string[]): Command {
  return [runner, 'stats', '--no-stream', '--format={{.Name}} {{.MemUsage}}', ...names];
}

/** Reads the printed memory of each part, without the limit that follows it: "name 95.3MB / 16.8GB". */
export function readMemory(printed: string): Readonly<Record<string, string>> {
  const lines = printed.split('\n').map((line) => line.trim().split(/\s+/));
  return Object.fromEntries(
    lines.flatMap(([name, used]) => (name === undefined || used === undefined ? [] : [[name, used]])),
  );
}
