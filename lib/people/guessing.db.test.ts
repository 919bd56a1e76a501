import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import type { SignInSender } from '#lib/people/index.ts';
import { createPerson, signIn } from '#lib/people/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { metricsText } from '#lib/platform/metrics.ts';

/** How many passwords an attacker with many addresses can try against one account, by a clock that the test moves. */
const start = Date.UTC(2026, 10, 20, 9);
const hourMs = 3_600_000;
const password = 'a quiet long password';

// Thousands of attempts: what is counted here is which of them are checked, not how slow the check is.
vi.mock('./password.ts', () => ({
  hashPassword: async (text: string) => text,
  isRightPassword: async (stored: string | null, text: string) => stored === text,
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(start);
});
afterAll(closeDatabase);

const context = () => systemContext('sign-in', systemClock);
const from = (address: string, device: string | null = null): SignInSender => ({
  address,
  userAgent: 'a browser',
  knownDevice: async () => device,
});

/** 1,000 IPv4 addresses and 1,000 IPv6 networks, in each of which the attacker takes a new address every time. */
function attackerAddress(attempt: number): string {
  const n = attempt % 2_000;
  if (n < 1_000) return `198.18.${Math.floor(n / 250)}.${n % 250}`;
  return `2001:db8:${n.toString(16)}:1::${(attempt + 1).toString(16)}`;
}

type Answer = { readonly code: string; readonly message: string };

const attempt = (email: string, given: string, sender: SignInSender): Promise<Answer> =>
  signIn(context(), { email, password: given }, sender).then(
    () => ({ code: 'opened', message: '' }),
    ({ code, message }: Answer) => ({ code, message }),
  );
const outcome = async (email: string, given: string, sender: SignInSender): Promise<string> =>
  (await attempt(email, given, sender)).code;

async function newPerson(): Promise<string> {
  const email = `${randomUUID()}@example.test`;
  await createPerson(context(), { email, name: 'Somebody', password });
  return email;
}

let attempts = 0;

/** Tries as soon as there may be a turn, from address after address. Returns how many passwords were checked. */
async function guessFor(email: string, ms: number): Promise<number> {
  const until = Date.now() + ms;
  let guesses = 0;
  while (Date.now() < until) {
    attempts += 1;
    const { code, message } = await attempt(email, 'wrong', from(attackerAddress(attempts)));
    if (code === 'unauthenticated') guesses += 1;
    else
      vi.setSystemTime(
        Date.now() + 1_000 * Number(/\d+/.exec(message)?.[0] ?? (/minute/.test(message) ? 60 : 1)),
      );
  }
  return guesses;
}

async function counted(metric: string): Promise<number> {
  const lines = (await metricsText()).text.split('\n');
  return Number(lines.find((line) => line.startsWith(metric))?.slice(metric.length) ?? 0);
}

test('an attacker with 1,000 IPv4 addresses and 1,000 IPv6 networks checks at most 80 passwords an hour', async () => {
  const email = await newPerson();
  const first = await guessFor(email, hourMs);
  const second = await guessFor(email, hourMs);
  console.info(`guesses against one account: ${first} in the first hour, ${second} in the second`);
  expect(first).toBeGreaterThan(40);
  expect(first).toBeLessThanOrEqual(80);
  expect(second).toBeLessThanOrEqual(61);
  // Meanwhile the person signs in at once with a device that is known, from wherever.
  for (let n = 0; n < 3; n += 1) {
    await outcome(email, 'wrong', from(attackerAddress(n)));
    expect(await outcome(email, password, from(attackerAddress(n), 'my laptop'))).toBe('opened');
  }
  expect(await counted('countinghouse_sign_in_ceilings_total ')).toBe(1);
  expect(await counted('countinghouse_sign_in_attempts_total{outcome="throttled-account"} ')).toBeGreaterThan(
    50,
  );
  expect(await counted('countinghouse_sign_in_attempts_total{outcome="opened"} ')).toBe(3);
});

test('a delay is never longer than a minute, and is forgotten after an attack', async () => {
  const email = await newPerson();
  await guessFor(email, hourMs / 2);
  // Whoever has just missed a turn gets the next one.
  vi.setSystemTime(Date.now() + 60_000);
  expect(await outcome(email, 'wrong', from('203.0.113.1'))).toBe('unauthenticated');
  vi.setSystemTime(Date.now() + 60_000);
  expect(await outcome(email, password, from('203.0.113.2'))).toBe('opened');
  vi.setSystemTime(Date.now() + hourMs);
  for (const host of [3, 4, 5])
    expect(await outcome(email, 'wrong', from(`203.0.113.${host}`))).toBe('unauthenticated');
});

test('addresses of one IPv6 network share the tries of one address', async () => {
  const email = await newPerson();
  const codes: string[] = [];
  for (let n = 0; n < 11; n += 1) codes.push(await outcome(email, 'wrong', from(`2001:db8:77:1::${n}`)));
  expect(codes).toEqual([...Array<string>(10).fill('unauthenticated'), 'throttled']);
  // Their number is that of the address, not of the account.
  expect(await outcome(email, 'wrong', from('2001:db8:77:2::1'))).toBe('unauthenticated');
});

test('attempts on many accounts from one IPv6 network are stopped together', async () => {
  const codes: string[] = [];
  for (let n = 0; n < 61; n += 1)
    codes.push(await outcome(`${randomUUID()}@example.test`, 'x', from(`2001:db8:78:1::${n}`)));
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(60);
});

test('a sign-in from an IPv6 address makes its network known', async () => {
  const email = await newPerson();
  expect(await outcome(email, password, from('2001:db8:79:1::1'))).toBe('opened');
  for (let n = 0; n < 12; n += 1) await outcome(email, 'wrong', from(attackerAddress(n)));
  expect(await outcome(email, password, from('203.0.113.9'))).toBe('throttled');
  expect(await outcome(email, password, from('2001:db8:79:1:aaaa::2'))).toBe('opened');
});
