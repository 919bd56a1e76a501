import 'server-only';

/** Headers that are stored with their value. Of all others only the name is stored. */
const storedHeaders =
  /^(accept|content-length|content-type|content-encoding|date|user-agent|x-forwarded-for|x-real-ip|x-request-id|traceparent)$/;

const maximumLength = 500;

/** Returns the headers of a delivery as they may be stored: no credentials, no cookies, no long values. */
export function redactHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const redacted: Record<string, string> = {};
  for (const [name, value] of [...headers].slice(0, 60)) {
    const shown = storedHeaders.test(name.toLowerCase()) ? value.slice(0, maximumLength) : '…';
    redacted[name.toLowerCase().slice(0, 100)] = shown.toWellFormed().replaceAll('\u0000', '\ufffd');
  }
  return redacted;
}
