import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { readEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { loadDotEnv, projectFolder, quietTools } from './settings.ts';

/**
 * `npm run web`: serves the production build on HOST and PORT (with --dev: with hot reload). Next runs in this very
 * process, so that a signal reaches it.
 */

// How long requests in progress may take after SIGTERM; the supervisor waits a little longer.
const DRAIN_MILLISECONDS = 8_000;

const started = z.object({
  request: z.custom<IncomingMessage>(),
  response: z.custom<ServerResponse>(),
});

/** Ends live streams at once when we are told to stop: nothing else would, and Next waits for every response. */
function endStreamsOnSignal(): void {
  const open = new Set<ServerResponse>();
  let isStopping = false;
  subscribe('http.server.request.start', (message) => {
    const { response } = started.parse(message);
    open.add(response);
    response.once('close', () => open.delete(response));
    if (isStopping) response.setHeader('connection', 'close');
  });
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    for (const response of open) {
      const type = String(response.getHeader('content-type') ?? '');
      if (type.startsWith('text/event-stream')) response.destroy();
      else if (!response.headersSent) response.setHeader('connection', 'close');
    }
    setTimeout(() => process.exit(143), DRAIN_MILLISECONDS).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/**
 * Without a proxy of ours in front, what a request says of where it comes from is its sender's invention: Next puts
 * the socket's address in its place. Sign-in counts tries by it.
 */
function believeSenders(proxies: number): void {
  if (proxies > 0) return;
  subscribe('http.server.request.start', (message) => {
    delete started.parse(message).request.headers['x-forwarded-for'];
  });
}

/** Next fails on an address whose percent signs stand for no characters. It is one where nothing is: 404. */
function mendAddresses(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = started.parse(message);
    const [place = '/'] = (request.url ?? '/').split('?', 1);
    try {
      decodeURIComponent(place);
    } catch {
      request.url = place.replaceAll('%', '%25');
    }
  });
}

async function main(): Promise<void> {
  loadDotEnv();
  const env = readEnv(process.env);
  const isDev = process.argv.includes('--dev');
  if (!isDev && !fs.existsSync(path.join(projectFolder, '.next', 'BUILD_ID'))) {
    console.error('There is no production build yet: run "npm run build" first.');
    process.exit(1);
  }
  Object.assign(process.env, quietTools, {
    NODE_ENV: isDev ? 'development' : 'production',
    NEXTAUTH_URL: env.APP_URL,
  });
  endStreamsOnSignal();
  mendAddresses();
  believeSenders(env.TRUST_PROXY);
  process.chdir(projectFolder);
  const standalone = path.join(projectFolder, 'server.js');
  if (!isDev && fs.existsSync(standalone)) {
    // The image: Next's own small server, which has other names for the same things.
    Object.assign(process.env, { PORT: String(env.PORT), HOSTNAME: env.HOST });
    await import(pathToFileURL(standalone).href);
    return;
  }
  const command = isDev ? 'dev' : 'start';
  process.argv.splice(1, process.argv.length, 'next', command, '-p', String(env.PORT), '-H', env.HOST);
  await import('next/dist/bin/next');
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exit(1);
}
