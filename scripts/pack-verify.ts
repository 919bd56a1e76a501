import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { tPackVerification } from '#lib/messages/statement-refusals.ts';
import { verifyPack } from '#lib/statements/index.ts';
import { StartFailure } from './database/failure.ts';

/**
 * `npm run pack:verify -- FILE`: verifies the pack of a closed period without the database. Exit 1 on a breach.
 */
async function verify(): Promise<boolean> {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || others.length > 0) throw new StartFailure(tPackVerification('usage'));
  const input = createReadStream(file);
  const unreadable = new Promise<never>((_resolve, reject) => {
    input.once('error', (error) => reject(new StartFailure(tPackVerification('noFile', { file }), error)));
  });
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const { head, sha256, breaches } = await Promise.race([verifyPack(lines), unreadable]);
  for (const breach of breaches) console.error(breach);
  if (head !== null && breaches.length === 0) {
    const { number, revision, rows, figures, previousPackSha256 } = head;
    const { currency, from, to, closing } = figures;
    console.log(
      tPackVerification('sound', {
        ...{ currency, from, to, number: String(number), revision: String(revision), rows: String(rows) },
        closing: closing ?? tPackVerification('none'),
      }),
    );
    if (previousPackSha256 !== null)
      console.log(tPackVerification('previous', { sha256: previousPackSha256 }));
  }
  console.log(tPackVerification('sha256', { sha256 }));
  return breaches.length === 0;
}

try {
  process.exitCode = (await verify()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
