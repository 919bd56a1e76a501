import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { markPrefetch } from '#lib/access/model-unattended-requests.ts';
import { tStart } from '#lib/messages/commands.ts';
import { readEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { buildFixedHeaders, malformedRequestResponse } from '#lib/platform/model-fixed-headers.ts';
import { loadDotEnv, projectFolder, telemetryOff } from './settings.ts';
import { GracefulShutdown } from './web/graceful-shutdown.ts';
import { interceptServers } from './web/request-interceptor.ts';

/**
 * `npm run web`: serves the production build on HOST and PORT (with --dev: with hot reload). Next runs in this very
 * process, so that a signal reaches it, and so that callbacks can be refused before it sees them.
 */

/** Connections beyond these are closed at once: what each may hold is bounded, so memory is. */
const mostConnections = 8_000;

/** Next fails on an address whose percent signs stand for no characters. It is one where nothing is: 404. */
function normalizeAddress(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (!url.includes('%')) return;
  const [place = '/'] = url.split('?', 1);
  try {
    decodeURIComponent(place);
  } catch {
    request.url = place.replaceAll('%', '%25');
  }
}

function interceptRequests(proxies: number, isSecure: boolean): void {
  const ending = new GracefulShutdown();
  // Next replaces them where it has others; its own errors and files have none.
  const headers = new Headers(buildFixedHeaders(isSecure));
  interceptServers({
    listening: (server) => {
      server.maxConnections = mostConnections;
      ending.watch(server);
    },
    request: (request, response, goOn) => {
      ending.note(response);
      response.setHeaders(headers);
      if (request.method === 'TRACE') {
        // It would repeat a request with its secrets. Next can't read such a request.
        response.writeHead(405, { allow: 'GET, HEAD, POST', 'content-length': '0' }).end();
        return;
      }
      normalizeAddress(request);
      markPrefetch(request.headers);
      // Without a proxy of ours in front, what a request says of where it comes from is its sender's invention: Next
      // puts the socket's address in its place. Sign-in counts tries by it.
      if (proxies === 0 && request.headers['x-forwarded-for'] !== undefined) {
        globalThis.countinghouseForwardedHeader?.noteUntrusted();
        delete request.headers['x-forwarded-for'];
      }
      if (globalThis.countinghouseCallbackServer?.serve(request, response) === true) return;
      const { countinghouseRequestGate: gate, countinghouseOutagePage: outagePage } = globalThis;
      const openPage = () =>
        outagePage === undefined ? goOn() : outagePage.intercept(request, response, goOn);
      if (gate === undefined) openPage();
      else gate.admit(request, response, openPage);
    },
    malformed: (code) => malformedRequestResponse(code, isSecure),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      globalThis.countinghouseCallbackServer?.close();
      ending.begin(
        () => process.exit(143),
        () => void globalThis.countinghouseTracer?.flush(),
      );
    });
}

async function main(): Promise<void> {
  loadDotEnv();
  const env = readEnv(process.env);
  const isDev = process.argv.includes('--dev');
  if (!isDev && !fs.existsSync(path.join(projectFolder, '.next', 'BUILD_ID'))) {
    console.error(tStart('notBuilt'));
    process.exit(1);
  }
  Object.assign(process.env, telemetryOff, {
    NODE_ENV: isDev ? 'development' : 'production',
    NEXTAUTH_URL: env.APP_URL,
  });
  interceptRequests(env.TRUST_PROXY, env.APP_URL.startsWith('https:'));
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
