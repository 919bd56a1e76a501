import { createHmac } from 'node:crypto';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Json } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { openSandbox } from '../running-sandbox.ts';
import { buildServer } from '../server.ts';
import { readSettings } from '../settings.ts';

/**
 * The service under test: the one at CONTRACT_BASE_URL with SERVICE_API_KEY and SERVICE_API_SECRET, or a new
 * sandbox. Only tests that play a payer need the sandbox's own API.
 */
export type Service = {
  readonly baseUrl: string;
  readonly businessId: string;
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  readonly stop: () => Promise<void>;
};

type CallOptions = {
  readonly body?: unknown;
  /** The full Authorization header, or null to send none. By default the request is signed. */
  readonly authorization?: string | null;
};

type Answer = { readonly status: number; readonly json: Json; readonly text: string };

const environment = readSettings(process.env);

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

/** Makes the header of §5, with the signature that the sandbox assumes. */
export function signedHeader(
  method: string,
  path: string,
  body: string,
  { key = environment.apiKey, secret = environment.apiSecret, at = Math.floor(Date.now() / 1000) } = {},
): string {
  const signature = createHmac('sha256', secret).update(`${at}${method}${path}${body}`).digest('hex');
  return `${environment.assumed.SERVICE_AUTH_SCHEME} api-key=${key},signature=${signature},timestamp=${at}`;
}

export const apiKey = environment.apiKey;

async function startOwn(): Promise<{ baseUrl: string; sandbox: RunningSandbox; app: FastifyInstance }> {
  const port = await freePort();
  const settings = {
    ...environment,
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    databaseFile: ':memory:',
    history: false,
  };
  const sandbox = openSandbox(settings);
  const app = buildServer(sandbox);
  await app.listen({ host: '127.0.0.1', port });
  return { baseUrl: settings.publicUrl, sandbox, app };
}

/** Connects to the service under test. Starts a sandbox where CONTRACT_BASE_URL is not set. */
export async function connect(): Promise<Service> {
  const named = process.env['CONTRACT_BASE_URL']?.replace(/\/+$/, '');
  const own = named === undefined ? await startOwn() : null;
  const baseUrl = named ?? own?.baseUrl ?? '';
  const call: Service['call'] = async (method, path, { body, authorization } = {}) => {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const header = authorization === undefined ? signedHeader(method, path, text) : authorization;
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(header === null ? {} : { authorization: header }),
        ...(text === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(text === '' ? {} : { body: text }),
    });
    const answer = await response.text();
    return { status: response.status, text: answer, json: answer === '' ? null : parseJson(answer).value };
  };
  return {
    baseUrl,
    businessId: process.env['BUSINESS_IDS']?.split(',')[0] ?? '6f1d8a52-3c0e-4b7a-9d25-1e8c47a0b931',
    call,
    async stop() {
      own?.app.server.closeAllConnections();
      await own?.app.close();
      await own?.sandbox.close();
    },
  };
}
