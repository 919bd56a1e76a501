import { listWordingBreaches, measureLanguage } from '#architecture/plain-language.ts';
import { readSources } from '#architecture/source-files.ts';

/**
 * `npm run check:language [-- PATH…]`: lists the comments, exported names and texts below these paths that break the
 * language rules, and the shares of the whole tree. It exits 0: `npm test` holds the shares.
 */
const paths = process.argv.slice(2);
const files = readSources();
for (const file of files.filter(({ path }) => paths.some((start) => path.startsWith(start))))
  for (const { kind, path, line, text, reason } of listWordingBreaches(file))
    console.log(`${path}:${line}  ${kind}  ${reason}\n    ${text.slice(0, 160)}`);
for (const [kind, { found, odd }] of Object.entries(measureLanguage(files)))
  console.log(`${kind}: ${odd} of ${found} (${((100 * odd) / found).toFixed(1)} %)`);
