import path from 'node:path';
import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import { readAssumptions } from '#lib/values/assumptions/assumptions.ts';
import { isBlockedPort } from '#lib/values/blocked-ports.ts';

/** The settings from the environment. Each has a default. */
export type Settings = {
  readonly host: string;
  readonly port: number;
  /** The sandbox's address for browsers, without a trailing slash. */
  readonly publicUrl: string;
  readonly databaseFile: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Assumptions that the sandbox shares with the dashboard, with the same defaults (lib/values/assumptions). */
  readonly assumed: Assumptions;
  /** The key that signs callbacks, where signing is on. */
  readonly signatureSecret: string;
  /** True where the first start simulates some months of history before it listens. */
  readonly history: boolean;
  /** The seed of the first history. Null chooses a random one. */
  readonly seed: number | null;
};

type Source = Readonly<Record<string, string | undefined>>;

function wholeNumber<Usual>(source: Source, name: string, usual: Usual, most: number): number | Usual {
  const text = source[name]?.trim() ?? '';
  if (text === '') return usual;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new Error(`${name} should be a whole number from 0 to ${most}, but it is "${text}".`);
  return value;
}

const text = (source: Source, name: string, usual: string): string => source[name]?.trim() || usual;

/** Returns the port on which the sandbox listens. Browsers must be able to open it. */
function readPort(source: Source): number {
  const port = wholeNumber(source, 'SANDBOX_PORT', 4010, 65_535);
  if (isBlockedPort(port))
    throw new Error(
      `SANDBOX_PORT should be a port that browsers don’t block, such as 4010, but it is "${port}".`,
    );
  return port;
}

/**
 * Reads the settings.
 *
 * @throws an error of one line that names the variable
 */
export function readSettings(source: Source): Settings {
  const host = text(source, 'SANDBOX_HOST', '127.0.0.1');
  const port = readPort(source);
  const publicUrl = text(source, 'SANDBOX_PUBLIC_URL', `http://localhost:${port}`);
  if (!URL.canParse(publicUrl))
    throw new Error(`SANDBOX_PUBLIC_URL should be a web address, but it is "${publicUrl}".`);
  return {
    host,
    port,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    databaseFile: path.resolve(text(source, 'DATA_DIR', '.data'), 'sandbox.sqlite'),
    apiKey: text(source, 'SERVICE_API_KEY', 'sandbox-key'),
    apiSecret: text(source, 'SERVICE_API_SECRET', 'sandbox-secret'),
    assumed: readAssumptions(source),
    signatureSecret:
      text(source, 'SERVICE_CALLBACK_SIGNATURE_SECRET', '') ||
      text(source, 'SERVICE_API_SECRET', 'sandbox-secret'),
    seed: wholeNumber(source, 'SANDBOX_SEED', null, 4_294_967_295),
    history: text(source, 'SANDBOX_HISTORY', 'true') !== 'false',
  };
}
