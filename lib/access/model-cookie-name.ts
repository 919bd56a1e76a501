/**
 * Returns the full name of a cookie. Over https browsers accept `__Host-` only from this exact host, so that no other
 * subdomain can plant it. Plain http can't use the prefix, which also requires `Secure` and the path `/`.
 */
export const toCookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
