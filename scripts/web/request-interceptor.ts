import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import * as z from 'zod';
import { isResponseStarted } from '#lib/values/response-started.ts';

/** What stands before the listener that a server was made with. */
export type RequestInterceptor = {
  /** A server is about to listen. */
  readonly listening: (server: Server) => void;
  /** A request has come: answer it, or let it go on to that listener. */
  readonly request: (request: IncomingMessage, response: ServerResponse, goOn: () => void) => void;
  /** Returns the response to a request that could not be parsed; no handler sees such a request. */
  readonly malformed: (code: string | undefined) => string;
};

/** Whoever finds this many waiting to be accepted tries again only after a second. */
const backlog = 4_096;

/**
 * So much of a request may stand before its body. Node by itself takes 16 KiB and hangs up on an address of ten thousand
 * characters that are no letters of English: each of their bytes takes three there.
 */
const longestHead = 65_536;

/** Node's own message: https://nodejs.org/api/diagnostics_channel.html#net */
const listening = z.object({
  server: z.instanceof(Server),
  options: z.custom<{ backlog?: number }>((value) => typeof value === 'object' && value !== null),
});

/**
 * Stands in front of every http server of this process that begins to listen from now on, whoever makes it: Next makes
 * its own, and the image's has another way to it.
 */
export function interceptServers(front: RequestInterceptor): void {
  channel('tracing:net.server.listen:asyncStart').subscribe((message) => {
    const told = listening.safeParse(message);
    if (!told.success) return;
    const { server, options } = told.data;
    options.backlog ??= backlog;
    // A setting of whoever makes a server; it is looked at with each connection.
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
