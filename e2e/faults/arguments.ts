import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export type Arguments = {
  readonly seed: string;
  readonly minutes: number;
  readonly logFolder: string | null;
};

/**
 * Parses `--seed N --minutes M [--log FOLDER]`.
 *
 * @throws an error with a message of one line where an argument is invalid.
 */
export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: { seed: { type: 'string' }, minutes: { type: 'string' }, log: { type: 'string' } },
  });
  const minutes = Number(values.minutes ?? '2');
  if (!(minutes > 0)) throw new RangeError(`--minutes should be more than 0, but it is ${values.minutes}`);
  return { seed: values.seed ?? String(randomInt(1_000_000)), minutes, logFolder: values.log ?? null };
}
