import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { systemContext } from '#lib/database/testing/tenant.ts';
import type { SignInSender } from '#lib/people/index.ts';
import { createPerson } from '#lib/people/index.ts';
import { signIn } from '#lib/people/testing/sign-in.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { readMetrics } from '#lib/platform/metrics.ts';
import { testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { instant } from '#lib/values/instant.ts';

testPasswords.isHashFake = true;

/**
 * Counts the passwords that an attacker with many addresses can try on one account, with a clock that the test moves.
 */
const start = Date.UTC(2026, 10, 20, 9);
const hourMs = 3_600_000;
const password = 'a quiet long password';
const laptop = randomUUID();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(start);
});

const context = () => systemContext('sign-in', systemClock);
const from = (address: string, device: string | null = null): SignInSender => ({
  address,
  userAgent: 'a browser',
  knownDevice: async () => (device === null ? null : { id: device, rememberedAt: instant(start) }),
});

/**
 * Returns one of 1,000 IPv4 addresses or 1,000 IPv6 networks. In a network the attacker takes a new address every
 * time.
 */
function attackerAddress(attempt: number): string {
  const n = attempt % 2_000;
  if (n < 1_000) return `198.18.${Math.floor(n / 250)}.${n % 250}`;
  return `2001:db8:${n.toString(16)}:1::${(attempt + 1).toString(16)}`;
}

type SignInResult = { readonly code: string; readonly message: string };

const attempt = (email: string, attemptedPassword: string, sender: SignInSender): Promise<SignInResult> =>
  signIn(context(), { email, password: attemptedPassword }, sender).then(
    () => ({ code: 'opened', message: '' }),
    ({ code, message }: SignInResult) => ({ code, message }),
  );
const attemptCode = async (email: string, attemptedPassword: string, sender: SignInSender): Promise<string> =>
  (await attempt(email, attemptedPassword, sender)).code;

async function newPerson(): Promise<string> {
  const email = `${randomUUID()}@example.test`;
  await createPerson(context(), { email, name: 'Test person', password });
  return email;
}

let attempts = 0;

/**
 * Tries passwords as soon as there may be a turn, each from another address. Returns the number of checked passwords.
 */
async function guessFor(email: string, ms: number): Promise<number> {
  const until = Date.now() + ms;
  let checkedPasswords = 0;
  while (Date.now() < until) {
    attempts += 1;
    const { code, message } = await attempt(email, 'wrong', from(attackerAddress(attempts)));
    if (code === 'unauthenticated') checkedPasswords += 1;
    else {
      const seconds = Number(/\d+/.exec(message)?.[0] ?? 1) * (/minute/.test(message) ? 60 : 1);
      vi.setSystemTime(Date.now() + 1_000 * seconds);
    }
  }
  return checkedPasswords;
}

async function readMetric(metric: string): Promise<number> {
  const lines = (await readMetrics()).text.split('\n');
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
  // Throughout the attack, the person signs in at once with a known device from any address.
  for (let n = 0; n < 3; n += 1) {
    await attemptCode(email, 'wrong', from(attackerAddress(n)));
    expect(await attemptCode(email, password, from(attackerAddress(n), laptop))).toBe('opened');
  }
  expect(await readMetric('countinghouse_sign_in_ceilings_total ')).toBe(1);
  expect(
    await readMetric('countinghouse_sign_in_attempts_total{outcome="throttled-account"} '),
  ).toBeGreaterThan(50);
  expect(await readMetric('countinghouse_sign_in_attempts_total{outcome="opened"} ')).toBe(3);
});

test('delays at most a minute and forgets the attack afterwards', async () => {
  const email = await newPerson();
  await guessFor(email, hourMs / 2);
  // The next turn is due after at most a minute.
  vi.setSystemTime(Date.now() + 60_000);
  expect(await attemptCode(email, 'wrong', from('203.0.113.1'))).toBe('unauthenticated');
  vi.setSystemTime(Date.now() + 60_000);
  expect(await attemptCode(email, password, from('203.0.113.2'))).toBe('opened');
  vi.setSystemTime(Date.now() + hourMs);
  for (const host of [3, 4, 5])
    expect(await attemptCode(email, 'wrong', from(`203.0.113.${host}`))).toBe('unauthenticated');
});

test('addresses of one IPv6 network share the attempts of one address', async () => {
  const email = await newPerson();
  const codes: string[] = [];
  for (let n = 0; n < 11; n += 1) codes.push(await attemptCode(email, 'wrong', from(`2001:db8:77:1::${n}`)));
  expect(codes).toEqual([...Array<string>(10).fill('unauthenticated'), 'throttled']);
  // The limit counts attempts per address, not per account.
  expect(await attemptCode(email, 'wrong', from('2001:db8:77:2::1'))).toBe('unauthenticated');
});

test('stops attempts on many accounts from one IPv6 network', async () => {
  const codes: string[] = [];
  for (let n = 0; n < 61; n += 1)
    codes.push(await attemptCode(`${randomUUID()}@example.test`, 'x', from(`2001:db8:78:1::${n}`)));
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(60);
});

test('a sign-in from an IPv6 address makes its network known', async () => {
  const email = await newPerson();
  expect(await attemptCode(email, password, from('2001:db8:79:1::1'))).toBe('opened');
  for (let n = 0; n < 12; n += 1) await attemptCode(email, 'wrong', from(attackerAddress(n)));
  expect(await attemptCode(email, password, from('203.0.113.9'))).toBe('throttled');
  expect(await attemptCode(email, password, from('2001:db8:79:1:aaaa::2'))).toBe('opened');
});
