import { setTimeout as pause } from 'node:timers/promises';

/** Signs people in at a steady pace. Each new session must open a page at once. */
export type SignInLoad = {
  readonly succeeded: () => number;
  readonly problems: readonly string[];
  readonly end: () => Promise<void>;
};

export function startSigningIn(
  signIn: () => Promise<string>,
  openPage: (cookie: string) => Promise<number>,
  everyMs: number,
): SignInLoad {
  const problems: string[] = [];
  const stop = new AbortController();
  let succeeded = 0;
  async function repeat(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        const status = await openPage(await signIn());
        if (status === 200) succeeded += 1;
        else problems.push(`the page of a new session answered ${status}`);
      } catch (error) {
        problems.push(String(error));
      }
      await pause(everyMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }
  const running = repeat();
  return {
    succeeded: () => succeeded,
    problems,
    end: () => {
      stop.abort();
      return running;
    },
  };
}
