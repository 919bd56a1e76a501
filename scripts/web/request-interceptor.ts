import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import * as z from 'zod';
import { isResponseStarted } from '#lib/platform/model-response-started.ts';

/** Handlers that run before the listener of a server. */
export type RequestInterceptor = {
  /** A server is about to listen. */
  readonly listening: (server: Server) => void;
  /** A request has come: answer it, or let it go on to that listener. */
  readonly request: (request: IncomingMessage, response: ServerResponse, goOn: () => void) => void;
  /** Returns the response to a request that could not be parsed; no handler sees such a request. */
  readonly malformed: (code: string | undefined) => string;
};

/** Connections that can wait to be accepted. Beyond these, clients try again after a second. */
const backlog = 4_096;

/**
 * The limit of a request's head in bytes. Node's default of 16 KiB breaks the connection on an address of ten thousand
 * non-English letters, because each of their bytes takes three there.
 */
const longestHead = 65_536;

/** Node's own message: https://nodejs.org/api/diagnostics_channel.html#net */
const listening = z.object({
  server: z.instanceof(Server),
  options: z.custom<{ backlog?: number }>((value) => typeof value === 'object' && value !== null),
});

/**
 * Puts the handlers before every HTTP server of this process that starts to listen from now on. Next creates its own
 * server, and the image creates it in another way.
 */
export function interceptServers(front: RequestInterceptor): void {
  channel('tracing:net.server.listen:asyncStart').subscribe((message) => {
    const event = listening.safeParse(message);
    if (!event.success) return;
    const { server, options } = event.data;
    options.backlog ??= backlog;
    // The creator of a server sets this. Node reads it for each connection.
    Object.assign(server, { maxHeaderSize: longestHead });
    const behind = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      front.request(request, response, () => {
        for (const listener of behind) listener.call(server, request, response);
      });
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
      // Another response may be half sent on this connection.
      if (error.code === 'ECONNRESET' || !socket.writable || isResponseStarted(socket)) socket.destroy(error);
      else socket.end(front.malformed(error.code));
    });
    // An Expect header that is not 100-continue.
    server.on('checkExpectation', (request, response) => {
      front.request(request, response, () => response.writeHead(417, { 'content-length': '0' }).end());
    });
    front.listening(server);
  });
}
