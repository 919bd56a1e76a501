import 'server-only';

/** Headers that tell how a delivery came; of all others only the name is kept. */
const kept =
  /^(accept|content-length|content-type|content-encoding|date|user-agent|x-forwarded-for|x-real-ip|x-request-id|traceparent)$/;

const longest = 500;

/** The headers of a delivery as they may be stored: no credential, no cookie, nothing long. */
export function redactedHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const redacted: Record<string, string> = {};
  for (const [name, value] of [...headers].slice(0, 60)) {
    const shown = kept.test(name.toLowerCase()) ? value.slice(0, longest) : '…';
    redacted[name.toLowerCase().slice(0, 100)] = shown.toWellFormed().replaceAll('\u0000', '\ufffd');
  }
  return redacted;
}
