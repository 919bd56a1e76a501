import 'server-only';
import { createServer } from 'node:http';
import { answerStatus } from '#lib/intake/index.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import { buildAnswerHeaders } from '#lib/platform/security-headers.ts';

type StatusServer = { readonly port: number; readonly close: () => void };

/**
 * Serves the health, readiness and metrics of this process, and nothing else.
 * @throws The error of `listen` if the address is not available.
 */
export async function serveStatus({ host, port }: { host: string; port: number }): Promise<StatusServer> {
  const isSecure = env.APP_URL.startsWith('https:');
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 8_192 }, (request, response) => {
    answerStatus(request, (request.url ?? '/').split('?', 1)[0] ?? '/').then(
      ({ status, headers, body }) => {
        response.writeHead(status, {
          ...buildAnswerHeaders({ isSecure }),
          ...headers,
          'content-length': Buffer.byteLength(body ?? ''),
        });
        response.end(request.method === 'HEAD' ? undefined : body);
      },
      (error: unknown) => {
        logger().error({ error }, 'request failed without an answer');
        response.writeHead(503, { ...buildAnswerHeaders({ isSecure }), 'content-length': '0' }).end();
      },
    );
  });
  server.maxConnections = 100;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen({ host, port }, listening);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address !== 'string' ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
