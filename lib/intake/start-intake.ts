import 'server-only';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import {
  createCallbackServer,
  intakeAdmissions,
  openCallbackConnections,
  writeRefusalCounts,
} from '#lib/callbacks/index.ts';
import { env } from '#lib/platform/env.ts';
import { malformedRequestResponse } from '#lib/platform/model-fixed-headers.ts';
import { isResponseStarted } from '#lib/platform/model-response-started.ts';
import { buildAnswerHeaders } from '#lib/platform/security-headers.ts';
import { answerStatus } from './answer-status.ts';

export type Intake = {
  readonly port: number;
  /** Stops accepting connections, commits and answers what has arrived, and closes the rest after `timeoutMs`. */
  readonly drain: (timeoutMs: number) => Promise<void>;
};

/** The most open connections. Memory per connection is bounded, so this bounds memory. */
const maxConnections = 8_000;
/** Bytes of a body that are read before its turn: 128 MiB for all connections. */
const maxUnreadBytes = 16 * 1_024;
/** Longer than the keep-alive of usual proxies, so the proxy closes idle connections first. */
const keepAliveMs = 75_000;

/**
 * Starts the intake server on `host` and `port` (0: any free port).
 * @throws The error of `listen` if the address is not available.
 */
export async function startIntake({ host, port }: { host: string; port: number }): Promise<Intake> {
  let isDraining = false;
  const open = new Set<ServerResponse>();
  void openCallbackConnections();
  const callbacks = createCallbackServer(intakeAdmissions);
  const server = createServer(
    { keepAliveTimeout: keepAliveMs, requestTimeout: 30_000, highWaterMark: maxUnreadBytes },
    (request, response) => {
      if (isDraining) endConnection(response);
      open.add(response);
      response.once('close', () => open.delete(response));
      if (!callbacks.serve(request, response)) void answerStatus(request, response);
    },
  );
  server.maxConnections = maxConnections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Another response may be half sent on this connection.
    if (error.code === 'ECONNRESET' || !socket.writable || isResponseStarted(socket)) socket.destroy(error);
    else socket.end(malformedRequestResponse(error.code, isSecure()));
  });
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...buildAnswerHeaders({ isSecure: isSecure() }), 'content-length': '0' }).end();
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    // A large backlog, because a refused client retries only after a second.
    server.listen({ host, port, backlog: 4_096 }, listening);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address !== 'string' ? address.port : port,
    drain: async (timeoutMs) => {
      isDraining = true;
      open.forEach(endConnection);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearTimeout(timer);
      await writeRefusalCounts();
    },
  };
}

const isSecure = () => env.APP_URL.startsWith('https:');

/** Closes the connection of a response after it. */
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
