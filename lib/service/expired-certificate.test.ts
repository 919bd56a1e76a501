import { createServer } from 'node:https';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/platform/clock.ts';
import { createLoopbackCertificate } from '#lib/platform/testing/certificate.ts';
import { instant } from '#lib/values/instant.ts';
import { sendRequest } from './send-request.ts';

test('sends nothing to a service whose certificate has expired, and names the reason', async () => {
  const certificate = createLoopbackCertificate(new Date(Date.now() - 86_400_000));
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, certificate.cert]);
  let requests = 0;
  const server = createServer(certificate, (_request, response) => {
    requests += 1;
    response.end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  const port = bound !== null && typeof bound !== 'string' ? bound.port : 0;
  try {
    const outcome = await sendRequest(
      { method: 'POST', url: new URL(`https://localhost:${port}/`), headers: {}, body: '{}' },
      createFixedClock(instant(1_700_000_000_000)),
    );
    expect(outcome).toMatchObject({
      kind: 'not-sent',
      code: 'tls',
      message: `no secure connection to localhost:${port} could be made (CERT_HAS_EXPIRED)`,
    });
    expect(requests).toBe(0);
  } finally {
    tls.setDefaultCACertificates(trusted);
    server.close();
  }
});
