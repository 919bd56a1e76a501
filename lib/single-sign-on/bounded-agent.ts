import 'server-only';
import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { isLoopbackHost } from '#lib/values/network-host.ts';
import { SingleSignOnError } from './problem.ts';

/** Discovery documents and key sets have a few kilobytes. */
const maxBytes = 512 * 1_024;
/** The provider's whole answer must arrive within this time, however slowly it sends. */
const deadlineMs = 10_000;

/** Ends a connection that sends too much or takes too long. Each request has a connection of its own. */
function bound<Connection extends Duplex>(connection: Connection): Connection {
  let received = 0;
  const end = (message: string) => connection.destroy(new SingleSignOnError('unavailable', message));
  const timer = setTimeout(() => end('the provider took too long'), deadlineMs);
  timer.unref();
  connection.once('close', () => clearTimeout(timer));
  connection.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) end('the answer of the provider is too long');
  });
  return connection;
}

class BoundedHttpsAgent extends https.Agent {
  override createConnection(...connectArguments: Parameters<https.Agent['createConnection']>) {
    const connection = super.createConnection(...connectArguments);
    return connection ? bound(connection) : connection;
  }
}

/** For a provider on this machine only. */
class BoundedLoopbackAgent extends http.Agent {
  override createConnection(...connectArguments: Parameters<http.Agent['createConnection']>) {
    const host = connectArguments[0].host ?? '';
    if (!isLoopbackHost(host.includes(':') ? `[${host}]` : host))
      throw new SingleSignOnError('invalid', 'an address of the provider must begin with https');
    const connection = super.createConnection(...connectArguments);
    return connection ? bound(connection) : connection;
  }
}

/**
 * Returns the agent for all requests to a provider. With an issuer that uses https, Node refuses every address of its
 * discovery document that doesn't.
 */
export const createBoundedAgent = (issuer: string): http.Agent =>
  issuer.startsWith('https:') ? new BoundedHttpsAgent() : new BoundedLoopbackAgent();
