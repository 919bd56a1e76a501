import { expect, test } from 'vitest';
import { connectWithRetry } from './connect.ts';
import { StartFailure } from './failure.ts';
import { findFreePort } from './ports.ts';

const url = process.env['DATABASE_URL'] ?? '';

test('connects to a database that answers', async () => {
  const client = await connectWithRetry(url, 'DATABASE_URL', 0);
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test('says in one line that a database does not answer, once the time is over', async () => {
  const away = Object.assign(new URL(url), { port: String(await findFreePort()) }).href;
  const failure = await connectWithRetry(away, 'DATABASE_URL', 0.1).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartFailure);
  expect(failure).toMatchObject({ message: expect.stringMatching(/^[^\n]*DATABASE_URL[^\n]*$/) });
});
