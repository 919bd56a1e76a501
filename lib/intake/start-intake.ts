import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { countRefusal, writeRefusalCounts } from '#lib/callbacks/index.ts';
import { readSoon } from '#lib/payments/index.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import { answerHeaders } from '#lib/platform/security-headers.ts';
import { malformedRequestResponse } from '#lib/values/fixed-headers.ts';
import { isResponseStarted } from '#lib/values/response-started.ts';
import { answer } from './answer.ts';

export type Intake = {
  readonly port: number;
  /** Takes no more, lets what has come in be committed and answered, then closes what is left after `patienceMs`. */
  readonly drain: (patienceMs: number) => Promise<void>;
};

/** Connections beyond these are closed at once: what each may hold is bounded, so memory is. */
const mostConnections = 8_000;
/** Bytes of a body that are taken off a connection before it is its turn: 128 MiB for all of them. */
const mostUnread = 16 * 1_024;
/** Longer than what usually stands in front keeps a connection, so that it is not us who closes it first. */
const keepAliveMs = 75_000;

/** Serves the callback addresses on `host` and `port` (0: any). Throws where they can't be listened on. */
export async function startIntake({ host, port }: { host: string; port: number }): Promise<Intake> {
  let isDraining = false;
  const server = createServer(
    { keepAliveTimeout: keepAliveMs, requestTimeout: 30_000, highWaterMark: mostUnread },
    (request, response) => {
      void serve(request, response, () => isDraining);
    },
  );
  server.maxConnections = mostConnections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Another response may be half sent on this connection.
    if (error.code === 'ECONNRESET' || !socket.writable || isResponseStarted(socket)) socket.destroy(error);
    else socket.end(malformedRequestResponse(error.code, isSecure()));
  });
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...answerHeaders({ isSecure: isSecure() }), 'content-length': '0' }).end();
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    // Whoever finds it full tries again only after a second.
    server.listen({ host, port, backlog: 4_096 }, listening);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address !== 'string' ? address.port : port,
    drain: async (patienceMs) => {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const impatient = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearTimeout(impatient);
      await writeRefusalCounts();
    },
  };
}

const isSecure = () => env.APP_URL.startsWith('https:');

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  isDraining: () => boolean,
): Promise<void> {
  try {
    const { status, headers, body, readNow, refused } = await answer(request);
    if (isDraining()) response.setHeader('connection', 'close');
    response.writeHead(status, {
      ...answerHeaders({ isSecure: isSecure() }),
      ...headers,
      'content-length': Buffer.byteLength(body ?? ''),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    if (readNow) void readSoon(readNow);
    if (refused) void countRefusal(refused);
  } catch (error) {
    logger().error({ error }, 'a request was not answered');
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(503, {
          ...answerHeaders({ isSecure: isSecure() }),
          'retry-after': '120',
          'content-length': '0',
        })
        .end();
  }
}
