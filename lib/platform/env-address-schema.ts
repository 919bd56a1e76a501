import { tEnvironment } from '#lib/messages/environment.ts';
import { isLoopbackHost, isPrivateHost } from '#lib/values/network-host.ts';

/** Decides which addresses of the environment may use http. Anything else leaves this machine unencrypted. */

/** Variables with an address that people, the service or this product opens. */
const addresses = ['APP_URL', 'CALLBACK_BASE_URL', 'SERVICE_BASE_URL', 'SANDBOX_BASE_URL'] as const;

export type AddressVariable = (typeof addresses)[number];

/** An address derived from another variable is reported under that variable, which is the one to change. */
export type Addresses = Readonly<
  Partial<Record<AddressVariable, { readonly value: string; readonly setBy?: string }>>
>;

/** Returns whether the address uses http and is on another machine. */
const isRemoteHttp = (url: URL): boolean => url.protocol === 'http:' && !isLoopbackHost(url.hostname);

/**
 * Returns a line for each address that must use https and doesn't. The lines never contain addresses, which may hold
 * passwords.
 */
export function unencryptedAddresses(values: Addresses, isHttpAllowed: boolean): string[] {
  return addresses.flatMap((name) => {
    const address = values[name];
    const url = address === undefined ? null : URL.parse(address.value);
    if (url === null || !isRemoteHttp(url) || (isHttpAllowed && isPrivateHost(url.hostname))) return [];
    const variable =
      address?.setBy === undefined
        ? name
        : tEnvironment('encryption.derived', { name, source: address.setBy });
    return isHttpAllowed
      ? tEnvironment('encryption.publicAddress', { variable })
      : tEnvironment('encryption.outsideMachine', { variable });
  });
}

/** Returns the variables whose address uses http outside this machine. */
export function listUnencryptedVariables(
  env: Readonly<Partial<Record<AddressVariable, string>>>,
): AddressVariable[] {
  return addresses.filter((name) => {
    const url = URL.parse(env[name] ?? '');
    return url !== null && isRemoteHttp(url);
  });
}
