/** Host names as `URL.hostname` returns them: lower case, IPv4 in four decimal parts, IPv6 in brackets. */

/**
 * Returns whether the host is this machine. Subdomains of localhost are excluded: not every resolver keeps them
 * local.
 */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

const privateNames = /^(?=.*[a-z])[a-z0-9_-]+$|\.(internal|local|lan)$/;
/** RFC 1918 and RFC 4193. Link-local addresses are excluded: cloud metadata services use them. */
const privateAddresses =
  /^(10(\.\d{1,3}){3}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|192\.168(\.\d{1,3}){2}|\[f[cd][0-9a-f]{2}:[0-9a-f:.]*\])$/;

/** Returns whether the host is a private address, or a name that public DNS doesn't have. */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return privateAddresses.test(name) || privateNames.test(name);
}
