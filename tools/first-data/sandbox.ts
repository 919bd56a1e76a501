import * as z from 'zod';
import { readCallbackAddress } from '#lib/callbacks/index.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { JsonObject } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import type { NamedBusiness } from './set-up.ts';

/** Timeout for calls to the sandbox's control panel. */
const timeoutMs = 10_000;

async function request(path: string, more: RequestInit = {}): Promise<Uint8Array> {
  const url = `${env.SERVICE_BASE_URL}/sandbox/api/${path}`;
  const response = await fetch(url, { ...more, signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Reads JSON without converting its numbers to doubles, so that amounts keep their digits. */
export async function readLossless(path: string): Promise<JsonObject> {
  const { value } = parseJsonBytes(await request(path));
  if (!isJsonObject(value)) throw new Error(`The sandbox answered no object to ${path}.`);
  return value;
}

const business = z.object({ id: z.string(), name: z.string() });

export async function readBusinesses(): Promise<NamedBusiness[]> {
  const text = new TextDecoder().decode(await request('businesses'));
  return z.array(business).parse(JSON.parse(text));
}

/** Registers our callback addresses of each business at the sandbox. */
export async function setCallbackAddresses(businesses: readonly NamedBusiness[]): Promise<void> {
  await Promise.all(
    businesses.map(({ id }) => {
      const address = readCallbackAddress(toId<BusinessId>(id));
      return request(`businesses/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          depositReceivedCallbackUrl: address.depositReceived,
          withdrawalCallbackUrl: address.withdrawal,
          depositExchangedCallbackUrl: address.depositExchanged,
        }),
      });
    }),
  );
}
