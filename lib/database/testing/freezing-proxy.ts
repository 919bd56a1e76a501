import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** Stands between a program and its database. Frozen, it accepts connections and forwards nothing. */
export type FreezingProxy = {
  readonly port: number;
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Breaks every connection and refuses new ones until `thaw`. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
};

export async function startFreezingProxy(target: { host: string; port: number }): Promise<FreezingProxy> {
  let state: 'open' | 'frozen' | 'cut' = 'open';
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    if (state === 'cut') return void incoming.destroy();
    const outgoing = connect(target.port, target.host);
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
      if (state === 'frozen') one.pause();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    freeze: () => {
      state = 'frozen';
      for (const socket of open) socket.pause();
    },
    thaw: () => {
      state = 'open';
      for (const socket of open) socket.resume();
    },
    cut: () => {
      state = 'cut';
      cutAll();
    },
    close: async () => {
      cutAll();
      await new Promise((closed) => server.close(closed));
    },
  };
}
