import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';

/** A request to a callback address, and what is to be answered. */
type Answering = (request: {
  readonly business: string;
  readonly secret: string;
  readonly kind: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
}) => Promise<Response>;

/** Serves callback addresses on PORT, and /api/health, until it is killed or told to stop. */
export function serve(answer: Answering): void {
  const server = createServer((request, response) => void respond(request, response, answer));
  server.listen(Number(process.env['PORT']), '127.0.0.1');
  process.once('SIGTERM', () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
}

async function respond(request: IncomingMessage, response: ServerResponse, answer: Answering): Promise<void> {
  const [, , place, business = '', secret = '', kind = ''] = (request.url ?? '').split('/');
  if (place !== 'callbacks') return void response.end();
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const body = Readable.toWeb(request);
  const { status, headers: told } = await answer({ business, secret, kind, headers, body });
  response.writeHead(status, Object.fromEntries(told)).end();
}
