import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export type Arguments = {
  readonly seed: string;
  readonly minutes: number;
  readonly logFolder: string | null;
};

/** `--seed N --minutes M [--log FOLDER]`. Throws, in one line, where they make no sense. */
export function readArguments(given: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: { seed: { type: 'string' }, minutes: { type: 'string' }, log: { type: 'string' } },
  });
  const minutes = Number(values.minutes ?? '2');
  if (!(minutes > 0)) throw new RangeError(`--minutes should be more than 0, but it is ${values.minutes}`);
  return { seed: values.seed ?? String(randomInt(1_000_000)), minutes, logFolder: values.log ?? null };
}
