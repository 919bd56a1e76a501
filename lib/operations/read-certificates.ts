import 'server-only';
import tls from 'node:tls';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import { setCertificateExpiry, setGaugeRead } from '#lib/platform/metrics.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';

const intervalMs = 60 * 60_000;
const longestMs = 5_000;

/** Returns the end of the certificate of a host, also of one that has expired or isn't trusted. Rejects without one. */
function readCertificateEnd(host: string, port: number): Promise<Instant> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      host,
      port,
      servername: host,
      rejectUnauthorized: false,
      timeout: longestMs,
    });
    socket.once('secureConnect', () => {
      const end = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      if (Number.isNaN(end)) reject(new Error(`no certificate of ${host}`));
      else resolve(instant(end));
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer of ${host}`)));
    socket.once('error', reject);
  });
}

let triedAt = 0;
/** When all hosts last answered. At first the start of this process, so that the alert of their age can't sleep. */
let readAt = systemClock.now();

/** Lists the hosts with https that people and the service open, and the service itself. */
const listHosts = (): readonly URL[] =>
  [env.APP_URL, env.CALLBACK_BASE_URL, env.SERVICE_BASE_URL]
    .map((address) => new URL(address))
    .filter(({ protocol }) => protocol === 'https:');

/** Reads the certificates once an hour, without waiting for them. A host that doesn't answer keeps its last value. */
export function readCertificates(now: number = systemClock.now()): void {
  const hosts = listHosts();
  if (hosts.length === 0) return;
  setGaugeRead('certificates', readAt);
  if (now - triedAt < intervalMs) return;
  triedAt = now;
  const read = async ({ hostname, port }: URL) =>
    setCertificateExpiry(hostname, await readCertificateEnd(hostname, Number(port || 443)));
  void Promise.allSettled(hosts.map(read)).then((results) => {
    if (results.every(({ status }) => status === 'fulfilled')) readAt = systemClock.now();
  });
}
