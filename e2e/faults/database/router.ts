import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** Stands in for a load balancer: one address for the current leader. */
export type Router = {
  readonly port: number;
  /** Routes to this database and closes connections to any other. */
  readonly routeTo: (port: number) => void;
  readonly close: () => Promise<void>;
};

export async function startRouter(leader: number): Promise<Router> {
  let leads = leader;
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(leads, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cutOff = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    routeTo: (port) => {
      leads = port;
      cutOff();
    },
    close: async () => {
      cutOff();
      await new Promise((closed) => server.close(closed));
    },
  };
}
