import { expect, test } from 'vitest';
import { blockedPorts, findAllowedPort, isBlockedPort } from './blocked-ports.ts';

/** Returns the reason for which fetch refuses the port before it connects. */
async function readRefusal(port: number): Promise<string> {
  const error = await fetch(`http://127.0.0.1:${port}/`).catch((reason: unknown) => reason);
  return error instanceof TypeError && error.cause instanceof Error ? error.cause.message : String(error);
}

test('lists only ports that fetch refuses', async () => {
  expect(new Set(await Promise.all(blockedPorts.map(readRefusal)))).toEqual(new Set(['bad port']));
});

test.each([1, 7, 9, 22, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6669, 6679, 6697, 10080])(
  'blocks port %i',
  (port) => expect(isBlockedPort(port)).toBe(true),
);

test.each([80, 443, 3000, 3001, 4010, 4191, 5432, 6670, 8080])('allows port %i', (port) =>
  expect(isBlockedPort(port)).toBe(false),
);

test('finds the next port that is not blocked', () => {
  expect(findAllowedPort(3100)).toBe(3100);
  expect(findAllowedPort(4190)).toBe(4290);
});
