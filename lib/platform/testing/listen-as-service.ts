import type { Server } from 'node:http';

/**
 * Lets the server listen at the address of the service, and returns the address. All test files of a process use the
 * same one, because the product reads its environment once. Until a file starts a service, nothing listens there.
 */
export async function listenAsService(server: Server): Promise<string> {
  const url = process.env['SERVICE_BASE_URL'] ?? '';
  const { hostname, port } = new URL(url);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(Number(port), hostname, listening);
  });
  return url;
}
