/**
 * Completes package-lock.json after `npm install`. A registry mirror that has no packages for other operating
 * systems leaves them out of the lock, and `npm ci` then refuses on those systems ("Missing: … from lock file").
 * Every entry needs the integrity of its package. The script requests missing ones from the registry.
 *
 *   node tools/lockfile/complete-lockfile.mjs          writes the file
 *   node tools/lockfile/complete-lockfile.mjs --check  lists what is missing and exits with 1
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const file = path.resolve(import.meta.dirname, '../..', 'package-lock.json');
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
// Longer names first: "arm64" contains "arm".
const processors = [
  'loong64',
  'mips64el',
  'riscv64',
  'wasm32',
  'arm64',
  's390x',
  'ppc64',
  'ia32',
  'x64',
  'arm',
];

/** Returns the machines of a platform package, derived from its name. */
export function listMachines(name) {
  const words = name.split('/').at(-1).split(/[-_.]/);
  const system = systems.find((word) => words.includes(word));
  const processor = processors.find((word) => words.includes(word));
  const isMusl = words.some((word) => word.startsWith('musl')) || words.includes('linuxmusl');
  const isGnu = words.some((word) => word.startsWith('gnu'));
  return {
    ...(processor ? { cpu: [processor] } : {}),
    ...(isMusl ? { libc: ['musl'] } : system === 'linux' && isGnu ? { libc: ['glibc'] } : {}),
    ...(system ? { os: [system] } : {}),
  };
}

/** Lists where npm looks for `name` from the package at `from`: its own node_modules, then its parents'. */
function isFound(packages, from, name) {
  for (let base = from; ; ) {
    if (packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`]) return true;
    if (base === '') return false;
    const parent = base.lastIndexOf('/node_modules/');
    base = parent === -1 ? '' : base.slice(0, parent);
  }
}

/** Adds missing entries and removes the registry's addresses. Returns the changes. */
export function complete(lock) {
  const { packages } = lock;
  const changed = [];
  for (const [key, entry] of Object.entries(packages)) {
    if (entry.resolved !== undefined && !entry.link) {
      delete entry.resolved;
      changed.push(`address of ${key}`);
    }
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isFound(packages, key, name)) continue;
      packages[`node_modules/${name}`] = {
        version: String(range).replace(/^[~^]/, ''),
        ...listMachines(name),
        ...(isForDevelopment(packages, key) ? { dev: true } : {}),
        optional: true,
      };
      changed.push(`${name} for ${key === '' ? 'the project' : key}`);
    }
    // Without it npm also tries to install the package for the other C library. Only entries made here lack it.
    const { libc } = listMachines(key);
    if (libc && entry.integrity === undefined && entry.os?.includes('linux') && !entry.libc) {
      entry.libc = libc;
      changed.push(`libc of ${key}`);
    }
  }
  lock.packages = Object.fromEntries(
    Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  return changed;
}

function isForDevelopment(packages, key) {
  return packages[key]?.dev === true;
}

/** Matches a SHA-512 digest in npm's format. */
const digest = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Lists the keys of the packages without a SHA-512 integrity. */
export function listWithoutIntegrity(lock) {
  return Object.entries(lock.packages)
    .filter(([key, entry]) => key !== '' && !entry.link && !digest.test(entry.integrity ?? ''))
    .map(([key]) => key);
}

/** Requests the integrity of one package from the registry. Throws where it has none. */
async function readIntegrity(name, version) {
  const { stdout } = await promisify(execFile)('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    shell: process.platform === 'win32',
  });
  const integrity = stdout.trim();
  if (!digest.test(integrity)) throw new Error(`The registry has no integrity of ${name}@${version}.`);
  return integrity;
}

/** Adds the missing integrity of each package. Returns the changes. */
export async function addIntegrity(lock, read = readIntegrity) {
  const missing = listWithoutIntegrity(lock);
  for (const key of missing) {
    const entry = lock.packages[key];
    const name = entry.name ?? key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    entry.integrity = await read(name, entry.version);
  }
  return missing.map((key) => `integrity of ${key}`);
}

if (process.argv[1] && path.resolve(process.argv[1]) === path.resolve(import.meta.filename)) {
  const isCheck = process.argv.includes('--check');
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
  const changed = complete(lock);
  changed.push(
    ...(isCheck ? listWithoutIntegrity(lock).map((key) => `integrity of ${key}`) : await addIntegrity(lock)),
  );
  for (const change of changed) console.log(change);
  if (isCheck) {
    process.exitCode = changed.length > 0 ? 1 : 0;
  } else if (changed.length > 0) {
    fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  }
  if (changed.length === 0) console.log('package-lock.json is complete.');
}
