import 'server-only';

/**
 * The program that goes into every pack. It needs Node and nothing else, and runs where the pack was unpacked. It has
 * the audit log's way of hashing (lib/audit/canonical.ts) written out again: a test keeps the two together.
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
const audit = JSON.parse(read('audit.json').toString('utf8'));
let before = null;
for (const entry of audit.entries) {
  if (before !== null) {
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

export const readmeText = `This is the evidence of one review case.

  case.json      the case: why it was opened, decisions, notes, checklist, files
  records.json   deposit or withdrawal, payment and risk assessment as they stood when this was packed
  joined/        the same records of what the cases that joined this one are about
  related.json   what shares an address, a transaction, a reference or an entity with any of them
  raw/           the very bytes that the payment service sent: callbacks and payment records; in a file
                 that ends in -masked.json the secret of a callback address is replaced by ***
  files/         what was attached to the case
  audit.json     the audit log from the first entry of the case to the newest: the entries of the case in full, those
                 between them as links of the chain of hashes
  manifest.json  the SHA-256 of every file
  verify.mjs     checks all of it: node verify.mjs

A changed byte in any of them is found. That manifest.json itself is the one that was packed is shown by its SHA-256,
which stands in the audit log of the product (review-case.export) and on the page of the case:

  node verify.mjs <that SHA-256>

No program vouches for itself. That verify.mjs is the one that was packed is seen without running it, by a tool of your
own; both numbers must be those in the audit log (manifest, verifier) and on the page of the case:

  sha256sum manifest.json verify.mjs            (Linux)
  shasum -a 256 manifest.json verify.mjs        (macOS)
  certutil -hashfile verify.mjs SHA256          (Windows, one file at a time)
`;
