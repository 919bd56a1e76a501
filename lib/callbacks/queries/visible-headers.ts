import 'server-only';
import type { Secrets } from '#lib/platform/mask-secrets.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';

/** A header that says how long the bytes are. */
const lengthHeader = 'content-length';

/** The headers of a delivery as a person may see them: no secret, and no length of bytes that are hidden. */
export const visibleHeaders = (
  headers: Readonly<Record<string, string>>,
  secrets: Secrets,
  maySeeRisk: boolean,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => maySeeRisk || name !== lengthHeader)
      .map(([name, value]) => [maskSecrets(name, secrets), maskSecrets(value, secrets)]),
  );
