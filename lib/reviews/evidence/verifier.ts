import 'server-only';
import { tReviewEvidence } from '#lib/messages/reviews-server.ts';

/**
 * The program in every pack. It needs only Node and runs in the unpacked folder. It repeats the hashing of the audit log
 * (lib/audit/canonical.ts); a test keeps the two equal.
 */
export const verifierText = String.raw`// node verify.mjs [SHA-256 of manifest.json, as the audit log has it]
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(folder, name));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const breaches = [];
const check = (holds, what) => holds || breaches.push(what);

const manifestBytes = read('manifest.json');
const manifest = JSON.parse(manifestBytes.toString('utf8'));
check(JSON.stringify(manifest, null, 2) + '\n' === manifestBytes.toString('utf8'), 'manifest.json was edited');
check(Object.keys(manifest).join() === 'files', 'manifest.json holds something else than files');
for (const { name, size, sha256: expected } of manifest.files) {
  try {
    const bytes = read(name);
    check(bytes.length === size && sha256(bytes) === expected, name + ' was changed');
  } catch {
    breaches.push(name + ' is missing');
  }
}
const known = new Set(['manifest.json', ...manifest.files.map(({ name }) => name)]);
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const name = join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll('\\', '/');
  if (!entry.isDirectory()) check(known.has(name), name + ' was added');
}

function canonical(value) {
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return '{' + Object.keys(value).sort().map((key) => JSON.stringify(key) + ':' + canonical(value[key] ?? null)).join(',') + '}';
}
// The pack of an auditor has no entries of the log.
const audit = known.has('audit.json') ? JSON.parse(read('audit.json').toString('utf8')) : { entries: [] };
let before = null;
for (const entry of audit.entries) {
  // Entries before the one at which the log begins may have expired.
  if (before !== null && BigInt(entry.sequence) > BigInt(audit.begins)) {
    check(BigInt(entry.sequence) === BigInt(before.sequence) + 1n, 'audit entry ' + entry.sequence + ' does not follow');
    check(entry.previous === before.hash, 'audit entry ' + entry.sequence + ' does not follow the one before it');
  }
  if (entry.content !== undefined) {
    const { at, actorKind, actorId, action, objectType, objectId, before: was, after, requestId } = entry.content;
    const text = canonical(['audit-entry-1', audit.chainId, entry.sequence, String(at), actorKind, actorId, action,
      objectType, objectId, was, after, requestId, entry.previous]);
    check(sha256(Buffer.from(text, 'utf8')) === entry.hash, 'audit entry ' + entry.sequence + ' was changed');
  }
  before = entry;
}

const digest = sha256(manifestBytes);
const own = sha256(readFileSync(fileURLToPath(import.meta.url)));
const expected = process.argv[2]?.toLowerCase();
if (expected !== undefined) check(expected === digest, 'this is not the manifest whose SHA-256 you gave');
console.log('manifest.json  SHA-256 ' + digest);
console.log('verify.mjs     SHA-256 ' + own);
console.log(manifest.files.length + ' files, ' + audit.entries.length + ' audit entries');
for (const what of breaches) console.log('BREACH  ' + what);
console.log(breaches.length === 0 ? 'Everything is as it was packed.' : 'Do not rely on this pack.');
process.exitCode = breaches.length === 0 ? 0 : 1;
`;

const packFiles = [
  ['case.json', 'case'],
  ['records.json', 'records'],
  ['joined/', 'joined'],
  ['related.json', 'related'],
  ['raw/', 'raw'],
  ['', 'masked'],
  ['files/', 'files'],
  ['audit.json', 'audit'],
  ['', 'chain'],
  ['manifest.json', 'manifest'],
  ['verify.mjs', 'verify'],
] as const;

/** The README of every pack: its files, and how to verify them. */
export const readmeText = [
  tReviewEvidence('title'),
  '',
  ...packFiles.map(([name, key]) => `  ${name.padEnd(15)}${tReviewEvidence(`files.${key}`)}`),
  '',
  tReviewEvidence('manifest.purpose'),
  tReviewEvidence('manifest.source'),
  '',
  `  ${tReviewEvidence('manifest.command')}`,
  '',
  tReviewEvidence('verifier.purpose'),
  tReviewEvidence('verifier.source'),
  '',
  `  ${tReviewEvidence('verifier.linux')}`,
  `  ${tReviewEvidence('verifier.macos')}`,
  `  ${tReviewEvidence('verifier.windows')}`,
  '',
].join('\n');
