import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { tPackVerification } from '#lib/messages/statements.ts';
import { verifyPack } from '#lib/statements/index.ts';
import { StartFailure } from './database/failure.ts';

/**
 * `npm run pack:verify -- FILE [--sha256 HASH]`: verifies the pack of a closed period without the database, and that its first
 * line has the hash that the audit log shows. Exit 1 on a breach.
 */
async function verify(): Promise<boolean> {
  const { file, expected } = readArguments();
  const input = createReadStream(file);
  const unreadable = new Promise<never>((_resolve, reject) => {
    input.once('error', (error) => reject(new StartFailure(tPackVerification('noFile', { file }), error)));
  });
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const { head, matches, sha256, breaches } = await Promise.race([verifyPack(lines), unreadable]);
  const isExpected = expected === null || expected === sha256;
  for (const breach of breaches) console.error(breach);
  if (!isExpected) console.error(tPackVerification('otherSha256', { sha256: expected }));
  if (head !== null && breaches.length === 0 && isExpected) {
    const { number, revision, rows, figures, previousPackSha256 } = head;
    const { currency, from, to, closing } = figures;
    console.log(
      tPackVerification('sound', {
        currency,
        from,
        to,
        number: String(number),
        revision: String(revision),
        rows: String(rows),
        closing: closing ?? tPackVerification('none'),
      }),
    );
    if (matches !== null)
      console.log(
        matches.transit === null
          ? tPackVerification('noStatements')
          : tPackVerification('matched', {
              matches: String(matches.count),
              count: String(matches.transit.count),
              amount: matches.transit.amount,
            }),
      );
    if (previousPackSha256 !== null)
      console.log(tPackVerification('previous', { sha256: previousPackSha256 }));
  }
  console.log(tPackVerification('sha256', { sha256 }));
  return breaches.length === 0 && isExpected;
}

function readArguments(): { readonly file: string; readonly expected: string | null } {
  try {
    const options = { sha256: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const expected = values.sha256?.trim().toLowerCase() ?? null;
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0 && (expected === null || /^[0-9a-f]{64}$/.test(expected)))
      return { file, expected };
  } catch (error) {
    throw new StartFailure(tPackVerification('usage'), error);
  }
  throw new StartFailure(tPackVerification('usage'));
}

try {
  process.exitCode = (await verify()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
