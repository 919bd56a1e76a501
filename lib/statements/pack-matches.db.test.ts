import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { ignoreItems, matchItems } from '#lib/reconciliation/matches.ts';
import {
  importStatement,
  readPeriod,
  saveAndApply,
  toRule,
  writeCamt,
} from '#lib/reconciliation/testing/reconciliation-fixture.ts';
import { readPack, verifyPack } from './index.ts';
import { packFormat, packFormatWithoutReceived } from './model/pack.ts';
import { createStatementFixture } from './testing/statement-fixture.ts';

afterAll(closeDatabase);

const desk = createStatementFixture();
const credit = (at: string, amount: string) => desk.deposit(at, { settlementPayableAmount: amount });

async function readText(closeId: string): Promise<string> {
  const { lines } = await readPack(desk.tenant.as.accountant, desk.tenant.businessId, closeId);
  let text = '';
  for await (const part of lines) text += part;
  return text;
}

const verify = (text: string) => verifyPack(Readable.from(text.trimEnd().split('\n')));

/** Makes the hashes and numbers of a changed pack consistent again, as a forger would. */
function seal(text: string): string {
  const [first = '', ...others] = text.trimEnd().split('\n');
  const { rows, ...head } = JSON.parse(first);
  const toHash = (lines: readonly string[]) =>
    createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex');
  const matches = others.filter((line) => line.startsWith('{'));
  const signed = {
    ...{ ...head, rows, rowsSha256: toHash(others.slice(0, rows)) },
    ...{ matches: matches.length, matchesSha256: toHash(matches) },
  };
  return [JSON.stringify(signed), ...others, ''].join('\n');
}

/** Closes October with a match of each kind. Returns its records and its pack. */
async function closeOctober() {
  const { businessId, as } = desk.tenant;
  await desk.open('2026-10-01', '0');
  const paid = await credit('2026-10-05T10:00:00Z', '10');
  const forced = await credit('2026-10-07T10:00:00Z', '20');
  const ignored = await credit('2026-10-08T10:00:00Z', '1');
  const late = await credit('2026-10-09T10:00:00Z', '7');
  const open = await credit('2026-10-31T10:00:00Z', '5.5');
  await desk.settle('2026-10-20', '3', 'By hand');
  await saveAndApply(desk.tenant, toRule(desk.tenant));
  await importStatement(
    desk.tenant,
    writeCamt([
      ['2026-10-06', '10', 'PAYOUT-1', 'Ada Lovelace'],
      ['2026-10-08', '19.5', 'PAYOUT-2', 'Ada Lovelace'],
      ['2026-11-04', '7', 'PAYOUT-3'],
      ['2026-10-30', '-1234.56', 'Salary of Grace'],
    ]),
  );
  const { lines } = await readPeriod(desk.tenant, '2026-10-01..2026-11-30');
  const findLine = (amount: string) => lines.flatMap((line) => (line.amount === amount ? [line.lineId] : []));
  const scope = { businessId, currency: 'EUR' } as const;
  const reason = 'The bank kept "a fee",\nand told nobody';
  await matchItems(as.finance, { ...scope, lineIds: findLine('19.5'), recordIds: [forced], reason });
  if (lines.find(({ amount }) => amount === '7')?.matchId === null)
    await matchItems(as.finance, { ...scope, lineIds: findLine('7'), recordIds: [late], reason: '' });
  await ignoreItems(as.finance, {
    ...scope,
    lineIds: findLine('-1234.56'),
    recordIds: [],
    reason: 'Not ours',
  });
  await ignoreItems(as.finance, { ...scope, lineIds: [], recordIds: [ignored], reason: 'Paid in cash' });
  const closeId = await desk.close('2026-10');
  return { closeId, paid, forced, ignored, late, open, text: await readText(closeId) };
}

test('a pack has the matches of its period, and names what is in transit', async () => {
  const { paid, forced, ignored, late, open, text } = await closeOctober();
  const { head, matches, breaches } = await verify(text);
  expect(breaches).toEqual([]);
  expect(head).toMatchObject({ format: packFormat, rows: 9, figures: { closing: '10.5' } });
  // The line of November isn't there yet, so its deposit is in transit although it is matched.
  expect(matches).toEqual({ count: 4, transit: { count: 2, amount: '12.5' } });
  const entries = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .flatMap((line): Record<string, unknown>[] => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const findEntry = (type: string, record: string) =>
    entries.find((entry) => entry['type'] === type && entry['record'] === record);
  const findMatch = (record: string) =>
    entries.find(({ type, match }) => type === 'match' && match === findEntry('record', record)?.['match']);
  expect(findMatch(paid)).toMatchObject({ state: 'rule', person: null, rule: expect.any(String) });
  expect(findMatch(forced)).toMatchObject({ state: 'forced', person: expect.any(String) });
  expect(findMatch(ignored)).toMatchObject({ state: 'ignored' });
  expect(findEntry('transit', open)).toMatchObject({ kind: 'deposit', amount: '5.5', state: 'unmatched' });
  expect(findEntry('transit', late)).toMatchObject({ amount: '7', at: '2026-10-09T10:00:00.000000Z' });
  const line = entries.find(({ type, match }) => type === 'line' && match === findMatch(forced)?.['match']);
  expect(line).toMatchObject({ day: '2026-10-08', amount: '19.5', difference: '0.5', settles: true });
  // Texts of the bank and of people aren't in it. Lines without a record belong to no match.
  for (const hidden of ['Lovelace', 'PAYOUT', 'Salary', '1234.56', 'By hand', 'told nobody', 'in cash'])
    expect(text).not.toContain(hidden);
});

test('a change of the matches is found, also where all hashes fit', async () => {
  const { paid, open, text } = await closeOctober();
  expect((await verify(seal(text))).breaches).toEqual([]);
  const changes: readonly (readonly [from: string | RegExp, to: string])[] = [
    // A match whose records are worth something else.
    [new RegExp(`("record":"${paid}","kind":"deposit","amount":)"10"`), '$1"11"'],
    // A match that isn't named.
    [/^\{"type":"match".*\n/m, ''],
    // A settlement that isn't there, and one of another amount.
    [/^\{"type":"line","match":null.*\n/m, ''],
    [/("amount":"3","difference":)"0"/, '$1"1"'],
    // A deposit that is nowhere.
    [new RegExp(`^.*"record":"${open}".*\\n`, 'm'), ''],
    [/^\{"type":"transit"/m, '{"type":"other"'],
  ];
  for (const [from, to] of changes) {
    const changed = text.replace(from, to);
    expect(changed, String(from)).not.toBe(text);
    expect((await verify(changed)).breaches, String(from)).not.toEqual([]);
    expect((await verify(seal(changed))).breaches, String(from)).not.toEqual([]);
  }
  // The hash notices what no sum does.
  for (const [from, to] of [
    ['"state":"forced"', '"state":"person"'],
    ['"amount":"5.5","state"', '"amount":"6.5","state"'],
  ] as const)
    expect((await verify(text.replace(from, to))).breaches, from).toHaveLength(1);
});

test('a pack names what came into transit since the last one, and counts the rest', async () => {
  await desk.open('2026-09-01', '0');
  const open = await credit('2026-09-10T10:00:00Z', '5.5');
  await importStatement(desk.tenant, writeCamt([['2026-09-30', '-1', 'A']]));
  await desk.close('2026-09');
  const late = await desk.deposit('2026-09-15T10:00:00Z', {
    ...{ settlementPayableAmount: '0.25', changedAt: new Date() },
  });
  const news = await credit('2026-10-10T10:00:00Z', '3');
  const text = await readText(await desk.close('2026-10'));
  expect(await verify(text)).toMatchObject({
    head: { carried: { count: 1, amount: '5.5' } },
    ...{ breaches: [], matches: { transit: { count: 3, amount: '8.75' } } },
  });
  for (const named of [late, news]) expect(text).toContain(`"type":"transit","record":"${named}"`);
  expect(text).not.toContain(open);
});

test('a pack begins where the period before it ended, also in another time zone and from an opening position', async () => {
  const setZone = (timeZone: string) =>
    database().business.update({ where: { id: desk.tenant.businessId }, data: { timeZone } });
  await setZone('Pacific/Auckland');
  await desk.close('2026-09');
  await desk.open('2026-10-01', '0');
  await setZone('Europe/Berlin');
  await credit('2026-09-30T12:00:00Z', '10');
  await importStatement(desk.tenant, writeCamt([['2026-10-30', '-1', 'A']]));
  expect(await verify(await readText(await desk.close('2026-10')))).toMatchObject({
    ...{ breaches: [], head: { rows: 1 }, matches: { transit: { count: 1, amount: '10' } } },
  });
});

test('a pack without bank statements says that nothing is known to be in transit', async () => {
  await credit('2026-10-05T10:00:00Z', '10');
  await desk.settle('2026-10-20', '3', 'By hand');
  const text = await readText(await desk.close('2026-10'));
  expect(text).not.toContain('"transit"');
  expect(await verify(text)).toMatchObject({ breaches: [], matches: { count: 0, transit: null } });
  const other = text.replace('"amount":"3"', '"amount":"4"');
  expect((await verify(seal(other))).breaches).not.toEqual([]);
});

test('packs of earlier formats are read and verified as before', async () => {
  const { text, closeId } = await closeOctober();
  const [first = '', ...others] = text.trimEnd().split('\n');
  // They had no amounts received.
  const entries = others.map((line) => (line.startsWith('{') ? line : line.replace(/,[^,]*$/, '')));
  const [third = ''] = seal(
    [first.replace(packFormat, packFormatWithoutReceived), ...entries, ''].join('\n'),
  ).split('\n');
  await database().$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
    await transaction.periodClose.updateMany({ where: { closeId }, data: { head: third } });
  });
  const stored = await readText(closeId);
  expect(stored).toBe([third, ...entries, ''].join('\n'));
  expect((await verify(stored)).breaches).toEqual([]);
  expect((await verify(stored.replace(packFormatWithoutReceived, packFormat))).breaches).not.toEqual([]);
  const { carried: _carried, matches: _matches, matchesSha256: _hash, ...head } = JSON.parse(third);
  const rows = entries.filter((line) => !line.startsWith('{'));
  const earlier = (format: string) => [JSON.stringify({ ...head, format }), ...rows, ''].join('\n');
  for (const format of ['countinghouse-close/1', 'countinghouse-close/2']) {
    expect(await verify(earlier(format)), format).toMatchObject({ breaches: [], matches: null });
    const changed = earlier(format).replace(',5.5,', ',6.5,');
    expect((await verify(changed)).breaches, format).not.toEqual([]);
  }
  // It can't be passed off as one without matches.
  expect((await verify(earlier(packFormatWithoutReceived))).breaches).not.toEqual([]);
});
