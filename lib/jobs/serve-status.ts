import 'server-only';
import { createServer } from 'node:http';
import { answerStatus } from '#lib/intake/index.ts';

type StatusServer = { readonly port: number; readonly close: () => void };

/**
 * Serves the health, readiness and metrics of this process, and nothing else.
 * @throws The error of `listen` if the address is not available.
 */
export async function serveStatus({ host, port }: { host: string; port: number }): Promise<StatusServer> {
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 8_192 }, (request, response) => {
    void answerStatus(request, response);
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
