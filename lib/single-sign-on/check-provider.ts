import 'server-only';
import * as z from 'zod';
import { discoveryAddress, isProviderAddress, requireIssuer } from './identity-provider.ts';
import { SingleSignOnError } from './problem.ts';
import type { SingleSignOnSettings } from './settings.ts';
import { singleSignOnSettings } from './settings.ts';

/** The result of reading the provider's discovery document. `failure` is the reason why sign-ins will fail. */
type ProviderCheck = { readonly name: string; readonly failure: string | null };

const timeoutMs = 5_000;
const maxBytes = 512 * 1_024;

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
});

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    received += chunk.length;
    if (received > maxBytes) throw new SingleSignOnError('unavailable', 'the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function checkDiscovery(settings: SingleSignOnSettings): Promise<void> {
  const response = await fetch(discoveryAddress(settings.issuer), {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new SingleSignOnError('unavailable', `HTTP ${response.status}`);
  const document = discovery.parse(JSON.parse(await readBounded(response)));
  requireIssuer(document.issuer, settings);
  const { authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys } = document;
  if (![authorization, token, keys].every((address) => isProviderAddress(address, settings)))
    throw new SingleSignOnError('invalid', 'an address of the provider must begin with https');
  const algorithms = document.id_token_signing_alg_values_supported;
  if (algorithms !== undefined && !algorithms.includes(settings.algorithm))
    throw new SingleSignOnError('invalid', `the provider doesn’t sign with ${settings.algorithm}`);
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return 'the discovery document is incomplete';
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}

/** Reads the provider's discovery document, as each sign-in does. Returns null if single sign-on is off. */
export async function checkIdentityProvider(): Promise<ProviderCheck | null> {
  const settings = singleSignOnSettings();
  if (settings === null) return null;
  try {
    await checkDiscovery(settings);
    return { name: settings.name, failure: null };
  } catch (error) {
    return { name: settings.name, failure: explain(error) };
  }
}
