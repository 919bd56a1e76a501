import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** One public address in front of several web apps. Each request goes to the next one. */
export type Balancer = {
  readonly address: string;
  /** Requests from now on go to these addresses. Those under way end where they began. */
  readonly setTargets: (addresses: readonly string[]) => void;
  readonly close: () => Promise<void>;
};

/** A target that refuses connections is tried this often, as balancers do. Nothing was sent to it yet. */
const connectionAttempts = 20;
const retryMs = 100;

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

/** Starts a balancer. Without a target, or if all refuse connections, it answers 502 itself, which no web app does. */
export async function startBalancer(): Promise<Balancer> {
  let targets: readonly string[] = [];
  let next = 0;
  const chooseTarget = (): string | undefined => {
    next += 1;
    return targets[next % targets.length];
  };

  async function forward(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    body: Buffer,
    attempt = 1,
  ): Promise<void> {
    const target = chooseTarget();
    const refuse = () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    if (target === undefined) return refuse();
    const outgoing = http.request(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      // With the public host, by which the web app checks where a form comes from.
      headers: { ...request.headers, connection: 'close' },
      agent: false,
    });
    outgoing.on('response', (incoming) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = incoming.headers;
      response.writeHead(incoming.statusCode ?? 502, headers);
      incoming.on('error', () => response.destroy());
      incoming.pipe(response);
    });
    outgoing.on('error', async (error) => {
      if (!isRefused(error) || attempt === connectionAttempts) return refuse();
      response.off('close', abandon);
      await pause(retryMs);
      await forward(request, response, body, attempt + 1);
    });
    const abandon = () => outgoing.destroy();
    response.once('close', abandon);
    outgoing.end(body);
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void forward(request, response, Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the balancer has no port');
  return {
    address: `http://127.0.0.1:${bound.port}`,
    setTargets: (addresses) => {
      targets = [...addresses];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
