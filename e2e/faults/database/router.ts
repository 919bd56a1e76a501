import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** Stands in front of the databases as a load balancer does: one address, whoever leads. */
export type Router = {
  readonly port: number;
  /** From now on this one; whatever is connected to another is cut off. */
  readonly leadTo: (port: number) => void;
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
    leadTo: (port) => {
      leads = port;
      cutOff();
    },
    close: async () => {
      cutOff();
      await new Promise((closed) => server.close(closed));
    },
  };
}
