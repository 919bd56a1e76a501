import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from './connection.ts';

const newline = 10;

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

export const p95 = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.95)] ?? Number.NaN;

/** Returns the bytes of a GET request. */
export const measureRequest = (path: string, cookie: string): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\naccept: application/json\r\n\r\n`,
  );

/** Returns the milliseconds of each answer, one request after the other, until `until` resolves. */
export async function countAnswersDuring(
  address: string,
  paths: readonly string[],
  cookie: string,
  until: Promise<unknown>,
): Promise<number[]> {
  const connection = new Connection(Number(new URL(address).port));
  const taken: number[] = [];
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  for (let next = 0; !isOver; next += 1) {
    const begun = performance.now();
    const status = await connection.ask(measureRequest(paths[next % paths.length] ?? '/', cookie));
    if (status !== 200) throw new Error(`a list answered ${status}`);
    taken.push(performance.now() - begun);
    await pause(50);
  }
  connection.close();
  return taken;
}

/** Returns how often per second all of these paths are answered, on this number of connections. */
export async function measureAnswersPerSecond(
  address: string,
  paths: readonly string[],
  cookie: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const begun = performance.now();
  const measured = begun + 2_000;
  const until = measured + seconds * 1_000;
  let rounds = 0;
  const keep = async () => {
    const connection = new Connection(Number(new URL(address).port));
    while (performance.now() < until) {
      for (const path of paths) {
        const status = await connection.ask(measureRequest(path, cookie));
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      }
      const now = performance.now();
      if (now > measured && now < until) rounds += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, keep));
  return rounds / seconds;
}

/** Returns the seconds until this number of lines of a file has arrived. Reads no further. */
export async function measureLines(address: string, cookie: string, lines: number): Promise<number> {
  const begun = performance.now();
  const asking = get(address, { headers: { cookie } });
  const [answer] = await once(asking, 'response');
  if (answer.statusCode !== 200) throw new Error(`the export answered ${answer.statusCode}`);
  let seen = 0;
  for await (const chunk of answer) {
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) seen += 1;
    if (seen > lines) break;
  }
  asking.destroy();
  if (seen < lines) throw new Error(`the export ended after ${seen} lines`);
  return (performance.now() - begun) / 1_000;
}
