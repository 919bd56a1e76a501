import { describe, expect, test } from 'vitest';
import { fetchRun } from '#lib/accounting/index.ts';
import { parseAccountingQuery, setAccountsForm } from '#lib/accounting/schema.ts';
import { setAccounts } from '#lib/accounting/set-accounts.ts';
import { forgetRuns, names } from '#lib/accounting/testing/journal-fixture.ts';
import { readDoubleEntry } from '#lib/accounting/testing/read-journals.ts';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { createNotifications, listNotifications } from '#lib/notifications/index.ts';
import type { PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { proposePeriodReopening } from '#lib/statements/close-period.ts';
import { answerStatementProposal, readStatement, signClose } from '#lib/statements/index.ts';
import { toPeriod } from '#lib/statements/testing/statement-fixture.ts';
import { createScheduleFixture, hours, listIds, startTime } from './testing/schedule-fixture.ts';

const desk = createScheduleFixture();
const nextDay = () => desk.setTime(desk.clock.now() + hours(24));

const depositToday = async (amount: string, at = startTime, settlementCurrency = 'EUR') =>
  insertDeposit(desk.tenant.businessId, await insertPayment(desk.tenant.businessId), {
    ...{ status: 'CONFIRMED', settlementCurrency, settlementPayableAmount: amount },
    ...{ depositReceivedAt: new Date(at), sortAt: new Date(at) },
  });

test('schedules a view that a list has from the start', async () => {
  const { as } = desk.tenant;
  await desk.schedule({ kind: 'view', currency: null, list: 'payments', viewId: 'expired' });
  expect((await desk.read())[0]).toMatchObject({ viewName: 'Expired', subject: { viewId: 'expired' } });
  nextDay();
  await desk.runAll();
  expect(await desk.openAs(as.viewer)).toMatchObject({
    opened: { content: { kind: 'view', list: 'payments', query: 'density=normal&expires=past' } },
  });
  const other = { kind: 'view', currency: null, list: 'deposits', viewId: 'expired' };
  await expect(desk.schedule(other)).rejects.toMatchObject({ code: 'invalid' });
});

test('schedules the statements of all businesses, which each recipient opens with their own rights', async () => {
  const { as } = desk.tenant;
  await desk.schedule({ kind: 'all', currency: null, cadence: 'monthly', day: 1 });
  desk.setTime(Date.parse('2026-12-01T07:00:00Z'));
  await desk.runAll();
  expect(await desk.openAs(as.viewer)).toMatchObject({
    opened: { content: { kind: 'all', period: '2026-11' }, mayExport: false },
  });
});

describe('an accounting file', () => {
  const schedule = (fields: object = {}) =>
    desk.schedule({
      ...{ kind: 'journal', target: 'csv', mode: 'event' },
      recipients: listIds(desk.tenant.as.accountant),
      ...fields,
    });
  const setNames = (bookCurrency = 'EUR') =>
    setAccounts(
      desk.tenant.as.finance,
      setAccountsForm.parse({
        ...{
          businessId: desk.tenant.businessId,
          posting: 'net',
          accounts: names,
          consultant: '',
          client: '',
        },
        ...{ firstMonth: 1, accountLength: 4, xeroTaxRate: 'No VAT', bookCurrency },
      }),
    );
  const findContent = async () => {
    const { opened } = await desk.openAs(desk.tenant.as.accountant);
    if (opened?.content.kind !== 'journal') throw new Error('no accounting file');
    return opened.content;
  };
  const readFile = async (runId = '') => {
    const { businessId, as } = desk.tenant;
    return readDoubleEntry(new TextDecoder().decode((await fetchRun(as.accountant, businessId, runId)).body));
  };
  /** Two people decide now, because the database accepts no signature of another time. */
  const decide = async (
    kind: 'close' | 'reopening',
    propose: (preparer: ReturnType<typeof createContext<PersonActor>>) => Promise<{ proposalId: string }>,
  ) => {
    const { businessId, as } = desk.tenant;
    await database().session.updateMany({
      where: { id: { in: [as.finance.actor.sessionId, as.owner.actor.sessionId] } },
      data: { authenticatedAt: new Date() },
    });
    const { proposalId } = await propose(createContext(as.finance.actor));
    await answerStatementProposal(createContext(as.owner.actor), {
      ...{ businessId, proposalId, kind, comment: '', answer: 'approve' },
    });
    return proposalId;
  };
  const closeDays = (text: string) =>
    decide('close', async (preparer) => {
      const { businessId } = desk.tenant;
      const period = toPeriod(text);
      const { figuresHash, closing } = await readStatement(preparer, businessId, { currency: 'EUR', period });
      return signClose(preparer, {
        ...{ businessId, currency: 'EUR', period: text, seen: figuresHash },
        reasons: Object.fromEntries(closing.checklist.map(({ item }) => [item, 'Checked with the bank'])),
      });
    });

  test('is written as a run of its own, for those who may export, and only with what is new', async () => {
    await setNames();
    await depositToday('12.5');
    await schedule();
    await expect(schedule({ recipients: listIds(desk.tenant.as.viewer) })).rejects.toMatchObject({
      code: 'invalid',
    });
    nextDay();
    await desk.runAll();
    const { run, period } = await findContent();
    expect(period).toBe('2026-11-20..2026-11-20');
    const { businessId, as } = desk.tenant;
    const { body } = await fetchRun(as.accountant, businessId, run?.runId ?? '');
    expect(readDoubleEntry(new TextDecoder().decode(body))).toEqual({
      ...{ 'Assets:Service': '12.5', 'Income:Sales': '-12.5' },
    });
    const entries = await database().auditEntry.findMany({
      where: { chainId: businessId, action: 'journal.export' },
    });
    expect(entries).toMatchObject([{ actorKind: 'system' }]);
    // The next day has no movement, so there is no file.
    nextDay();
    await desk.runAll();
    expect(await findContent()).toMatchObject({ period: '2026-11-21..2026-11-21', run: null });
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'done', problem: null });
  });

  test('comes with a further file for what became known after the run of its day, exactly once', async () => {
    await setNames();
    await depositToday('12.5');
    await schedule();
    nextDay();
    await desk.runAll();
    await depositToday('3', startTime + hours(1));
    await depositToday('4', startTime + hours(24));
    nextDay();
    await desk.runAll();
    const { businessId } = desk.tenant;
    const { run, late, period } = await findContent();
    expect(period).toBe('2026-11-21..2026-11-21');
    expect(await readFile(run?.runId)).toMatchObject({ 'Assets:Service': '4' });
    expect(late.map(({ fileName }) => fileName)).toEqual([
      expect.stringContaining('2026-11-20-to-2026-11-20'),
    ]);
    expect(await readFile(late[0]?.runId)).toMatchObject({ 'Assets:Service': '3' });
    nextDay();
    await desk.runAll();
    expect(await findContent()).toMatchObject({ run: null, late: [] });
    expect(await database().journalRun.count({ where: { businessId } })).toBe(3);
  });

  test('comes with what became known before a close that its day is a part of, and later facts once', async () => {
    await setNames();
    await depositToday('12.5');
    await schedule();
    nextDay();
    await desk.runAll();
    await depositToday('3', startTime + hours(1));
    await closeDays('2026-11-19..2026-11-21');
    const { businessId } = desk.tenant;
    await database().deposit.updateMany({
      where: { businessId, settlementPayableAmount: '12.5' },
      data: { settlementPayableAmount: '12', changedAt: new Date() },
    });
    nextDay();
    await desk.runAll();
    const { run, late } = await findContent();
    expect(run).toBeNull();
    expect(late.map(({ fileName }) => fileName)).toEqual([expect.stringContaining('2026-11-20')]);
    expect(await readFile(late[0]?.runId)).toMatchObject({ 'Assets:Service': '3' });
    nextDay();
    await desk.runAll();
    // The first open day has the adjustment.
    const { run: open, late: none } = await findContent();
    expect(open?.fileName).toContain('2026-11-22');
    expect(await readFile(open?.runId)).toMatchObject({ 'Assets:Service': '-0.5' });
    expect(none).toEqual([]);
  });

  test('reads closed days again only once something has changed in them', async () => {
    await setNames();
    await depositToday('12.5');
    await schedule();
    nextDay();
    await desk.runAll();
    const closeId = await closeDays('2026-11-19..2026-11-21');
    desk.setTime(Math.max(desk.clock.now(), Date.now()) + hours(48));
    await desk.runAll();
    expect(await findContent()).toMatchObject({ late: [], completeFor: 'net' });
    const { businessId } = desk.tenant;
    // Only a run that reads the day finds that its file is gone.
    await forgetRuns({ businessId });
    nextDay();
    await desk.runAll();
    expect(await findContent()).toMatchObject({ late: [], completeFor: 'net' });
    await decide('reopening', (preparer) =>
      proposePeriodReopening(preparer, { businessId, closeId, reason: 'A bank line was missing' }),
    );
    nextDay();
    await desk.runAll();
    const { late } = await findContent();
    expect(late.map(({ fileName }) => fileName)).toEqual([expect.stringContaining('2026-11-20')]);
  });

  /** Stores runs of the forty days before the only run. */
  const insertEarlierRuns = async () => {
    const { businessId } = desk.tenant;
    const [run] = await database().reportRun.findMany({ where: { businessId } });
    if (run === undefined) throw new Error('no run');
    const { scheduleId, startedAt, expiresAt } = run;
    await database().reportRun.createMany({
      data: Array.from({ length: 40 }, (_one, index) => {
        const day = new Date(startTime - hours(24 * (index + 1))).toISOString().slice(0, 10);
        return {
          ...{ businessId, scheduleId, startedAt, expiresAt, endedAt: startedAt, state: 'done', people: [] },
          dueAt: new Date(run.dueAt.getTime() - hours(24 * (index + 1))),
          content: {
            ...{ kind: 'journal', currency: 'EUR', target: 'csv', mode: 'event', period: `${day}..${day}` },
            ...{ run: null, late: [], completeFor: null },
          },
        };
      }),
    });
  };

  test('reads an open day of long ago again as soon as it was reopened', async () => {
    await setNames();
    await schedule();
    nextDay();
    await desk.runAll();
    await insertEarlierRuns();
    const { businessId } = desk.tenant;
    await depositToday('7', startTime - hours(24 * 36));
    const closeId = await closeDays('2026-10-15..2026-10-15');
    nextDay();
    await desk.runAll();
    const fileName = expect.stringContaining('2026-10-15-to-2026-10-15');
    expect(await findContent()).toMatchObject({ late: [{ fileName }], completeFor: 'net' });
    // Only a run that reads the day finds that its file is gone.
    await forgetRuns({ businessId });
    await database().reportRun.updateMany({
      where: { businessId },
      data: { startedAt: new Date(Date.now() - hours(2)) },
    });
    await decide('reopening', (preparer) =>
      proposePeriodReopening(preparer, { businessId, closeId, reason: 'A bank line was missing' }),
    );
    desk.setTime(Math.max(desk.clock.now(), Date.now()) + hours(48));
    await desk.runAll();
    expect(await findContent()).toMatchObject({ late: [{ fileName }] });
  });

  test('reads an open day of long ago again after some days, and finds what became known since, once', async () => {
    await setNames();
    await schedule();
    nextDay();
    await desk.runAll();
    await insertEarlierRuns();
    await depositToday('7', startTime - hours(24 * 37));
    const found: (readonly string[])[] = [];
    for (let day = 0; day < 4; day += 1) {
      nextDay();
      await desk.runAll();
      found.push((await findContent()).late.map(({ fileName }) => fileName));
    }
    expect(found.flatMap((files, day) => files.map((file) => [day, file]))).toEqual([
      [1, expect.stringContaining('2026-10-14-to-2026-10-14')],
    ]);
  });

  test('makes up for a period whose run has failed', async () => {
    await depositToday('12.5');
    await schedule();
    nextDay();
    await desk.runAll();
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'failed', problem: 'journal' });
    await setNames();
    nextDay();
    await desk.runAll();
    expect(await findContent()).toMatchObject({
      run: null,
      late: [{ fileName: expect.stringContaining('2026-11-20') }],
    });
  });

  test('fails where the target would refuse it, or its author may no longer export', async () => {
    await depositToday('12.5');
    await schedule();
    nextDay();
    await desk.runAll();
    // No account is set.
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'failed', problem: 'journal' });
    await setNames();
    const { businessId, as } = desk.tenant;
    await depositToday('3', startTime + hours(24));
    await database().membership.update({
      where: { personId_businessId: { personId: as.finance.actor.personId, businessId } },
      data: { role: 'viewer' },
    });
    nextDay();
    await desk.runAll();
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'failed', problem: 'journal' });
    expect(await database().journalRun.count({ where: { businessId } })).toBe(0);
  });

  test('in Xero goes on without a base currency, and names what needs a rate once there is one', async () => {
    await setNames();
    const { businessId } = desk.tenant;
    await database().$executeRaw`
      UPDATE setting SET value = value - 'bookCurrency' WHERE business_id = ${businessId}::uuid AND kind = 'accounting'`;
    await depositToday('12.5', startTime, 'USD');
    await depositToday('3', startTime + hours(24), 'USD');
    await schedule({ target: 'xero', currency: 'USD' });
    nextDay();
    await desk.runAll();
    expect((await findContent()).run?.fileName).toContain('USD');
    await setNames();
    nextDay();
    await desk.runAll();
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'done', withoutRate: { count: 1 } });
    expect((await findContent()).run).toBeNull();
  });

  test('says how many entries it leaves out without a rate, and where a rate is entered', async () => {
    const notify = () => createNotifications(systemContext('notifications', desk.clock), desk.stop());
    await notify();
    await setNames();
    await depositToday('3', startTime, 'USDT');
    const other = { uniformCurrency: 'EUR', uniformPayableAmount: '2.7' };
    await database().deposit.updateMany({ where: { businessId: desk.tenant.businessId }, data: other });
    await depositToday('4', startTime, 'USDT');
    await depositToday('5', startTime, 'USDT');
    await schedule({ target: 'xero', currency: 'USDT' });
    nextDay();
    await desk.runAll();
    const { businessId, as } = desk.tenant;
    const path = 'reports/accounting?target=xero&mode=event&currency=USDT&period=2026-11-20..2026-11-20';
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'done', withoutRate: { count: 2, path } });
    expect(parseAccountingQuery(Object.fromEntries(new URLSearchParams(path.split('?')[1])))).toEqual({
      ...{ target: 'xero', mode: 'event', currency: 'USDT', period: '2026-11-20..2026-11-20' },
    });
    expect(await findContent()).toMatchObject({
      ...{ run: { fileName: expect.stringContaining('USDT') }, late: [] },
      withoutRate: [{ period: '2026-11-20..2026-11-20', count: 2 }],
    });
    const [mail = ''] = desk.readMails();
    expect(mail).toContain('2 entries left out, no rate. Enter a rate:');
    expect(mail.replaceAll('&amp;', '&')).toContain(`/${businessId}/${path}`);
    await notify();
    const { rows } = await listNotifications(as.owner, businessId, null);
    expect(rows.map(({ kind }) => kind)).toEqual(['schedule-incomplete']);
    // The next day has no such entry.
    nextDay();
    await desk.runAll();
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'done', withoutRate: null });
    // One that becomes known later is in no file either, and is named once.
    await depositToday('6', startTime + hours(1), 'USDT');
    nextDay();
    await desk.runAll();
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'done', withoutRate: { count: 3, path } });
    nextDay();
    await desk.runAll();
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'done', withoutRate: null });
  });

  test('is not scheduled where each file needs a rate', async () => {
    await setNames('USD');
    await expect(schedule({ target: 'xero', currency: 'USDT' })).rejects.toMatchObject({ code: 'invalid' });
    await schedule({ target: 'datev', currency: 'USDT' });
  });
});
