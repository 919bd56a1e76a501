import 'server-only';
import type { Secrets } from '#lib/platform/mask-secrets.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';

/** Reveals the length of the content. */
const lengthHeader = 'content-length';

/** Returns the headers of a delivery as a person may see them: no secrets, and no length of hidden content. */
export const maskHeaders = (
  headers: Readonly<Record<string, string>>,
  secrets: Secrets,
  maySeeRisk: boolean,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => maySeeRisk || name !== lengthHeader)
      .map(([name, value]) => [maskSecrets(name, secrets), maskSecrets(value, secrets)]),
  );
