import net from 'node:net';

/** A TCP address whose target can change, as a virtual address or the name of a primary does. */
export type Forwarder = {
  readonly port: number;
  /** Ends all connections. New ones go to this port. */
  readonly pointTo: (port: number) => void;
  readonly close: () => Promise<void>;
};

export async function startForwarder(target: number): Promise<Forwarder> {
  let current = target;
  const open = new Set<net.Socket>();
  const server = net.createServer((incoming) => {
    const outgoing = net.connect(current, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the forwarder has no port');
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    pointTo: (port) => {
      current = port;
      endAll();
    },
    close: () => {
      endAll();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
