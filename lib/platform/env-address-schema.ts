import { isLoopbackHost, isPrivateHost } from '#lib/values/network-host.ts';

/** Which addresses of the environment may be http. All else leaves this machine unencrypted. */

/** The variables that hold an address which people, the service or we open. */
const addresses = ['APP_URL', 'CALLBACK_BASE_URL', 'SERVICE_BASE_URL', 'SANDBOX_BASE_URL'] as const;

export type AddressVariable = (typeof addresses)[number];

/** Where an address is made from another variable, that one is named: it is the one to change. */
export type Addresses = Readonly<
  Partial<Record<AddressVariable, { readonly value: string; readonly setBy?: string }>>
>;

/** Returns whether the address is http and not of this machine. */
const isHttpElsewhere = (url: URL): boolean => url.protocol === 'http:' && !isLoopbackHost(url.hostname);

/** Returns a line for each address that has to be https and is not. The addresses may hold passwords: none is repeated. */
export function unencryptedAddresses(given: Addresses, isHttpAllowed: boolean): string[] {
  return addresses.flatMap((name) => {
    const address = given[name];
    const url = address === undefined ? null : URL.parse(address.value);
    if (url === null || !isHttpElsewhere(url) || (isHttpAllowed && isPrivateHost(url.hostname))) return [];
    const variable = address?.setBy === undefined ? name : `${name}, made from ${address.setBy},`;
    return isHttpAllowed
      ? `${variable} should be https: ALLOW_HTTP_IN_PRIVATE_NETWORK allows http for private addresses and names alone.`
      : `${variable} should be https outside this machine (ALLOW_HTTP_IN_PRIVATE_NETWORK=1 allows http in a private network).`;
  });
}

/** Returns the variables whose address is http outside this machine. */
export function listUnencryptedVariables(
  env: Readonly<Partial<Record<AddressVariable, string>>>,
): AddressVariable[] {
  return addresses.filter((name) => {
    const url = URL.parse(env[name] ?? '');
    return url !== null && isHttpElsewhere(url);
  });
}
