import { beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { exportList } from '#lib/exports/index.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { tReviewReport } from '#lib/messages/review-reports.ts';
import { readSubjects } from '../cases/view-case.ts';
import { createEvidencePack } from '../evidence/create-evidence-pack.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { amendReport } from './amend-report.ts';
import { fileReport } from './file-report.ts';
import { describeReportFacts } from './model/facts.ts';
import { countReports, listReports } from './queries/list.ts';
import { saveReport } from './save-report.ts';
import { reportList } from './schema-list.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});

/** A day in UTC, the time zone of the business. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const today = dayFromNow(0);

/** Parses the query of an address of the register. */
function registerQuery(address: string) {
  const given = new URLSearchParams(address);
  return parseListQuery(reportList, (name) => given.get(name)).query;
}

/** A case with a saved report, and an approved decision to report it. */
async function reportedCase(ending = 'The payer used a mixer.\n') {
  const { caseId, depositId } = await desk.flagged({ status: 'BLOCKED' });
  const where = { businessId: desk.businessId, caseId };
  const view = await desk.view(caseId);
  const facts = describeReportFacts(view, await readSubjects(desk.as.compliance, view));
  const narrative = `${facts}${ending}`;
  const { version } = await saveReport(desk.as.compliance, { ...where, version: 0, narrative });
  await desk.propose(caseId, 'report');
  await desk.answer(caseId);
  const filing = { ...where, version, authority: 'other', reference: 'FIU-1', filedOn: today } as const;
  return { caseId, depositId, where, narrative, filing };
}

test('stores report drafts, and files a report unchangeably after two people decided', async () => {
  const { caseId, depositId } = await desk.flagged({ status: 'BLOCKED' });
  const where = { businessId: desk.businessId, caseId };
  const view = await desk.view(caseId);
  const facts = describeReportFacts(view, await readSubjects(desk.as.compliance, view));
  expect(facts).toContain(`Deposit ID: ${depositId}`);
  expect(facts).toContain('Illicit sources of funds: not yet assessed');
  const narrative = `${facts}The payer used a mixer.`;
  expect(await saveReport(desk.as.compliance, { ...where, version: 0, narrative })).toEqual({ version: 1 });
  await expect(saveReport(desk.second, { ...where, version: 0, narrative: 'other' })).rejects.toMatchObject({
    code: 'conflict',
  });
  const filing = { ...where, version: 1, authority: 'other', reference: 'FIU-1', filedOn: today } as const;
  await expect(fileReport(desk.second, filing)).rejects.toMatchObject({ code: 'conflict' });
  const raw = `UPDATE review_report SET filed_at = now(), filed_by = saved_by, reference = 'x' WHERE case_id = $1`;
  await expect(databasePool().query(raw, [caseId])).rejects.toThrow('two people');
  await desk.propose(caseId, 'report');
  await desk.answer(caseId);
  expect(await fileReport(desk.second, filing)).toEqual({ reference: 'FIU-1' });
  await expect(
    databasePool().query(`UPDATE review_report SET narrative = 'x' WHERE case_id = $1`, [caseId]),
  ).rejects.toThrow('never changed');
  await expect(saveReport(desk.second, { ...where, version: 2, narrative: 'x' })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect((await desk.view(caseId)).report).toMatchObject({ reference: 'FIU-1', filedOn: today });
  const { rows } = await listReports(desk.as.owner, desk.businessId, registerQuery(`q=${depositId}`));
  expect(rows).toMatchObject([{ caseId, state: 'filed', reference: 'FIU-1', amendments: 0 }]);
  expect((await desk.listActions(caseId))[0]).toBe('review-case.file-report');
});

test('refuses to file a report without its narrative or another required section', async () => {
  const { filing, where } = await reportedCase('  \n');
  await expect(fileReport(desk.second, filing)).rejects.toMatchObject({
    code: 'invalid',
    fieldErrors: { narrative: [expect.stringContaining(tReviewReport('narrative'))] },
  });
  const narrative = `${tReviewReport('narrative')}\nThe payer used a mixer.`;
  const { version } = await saveReport(desk.second, { ...where, version: filing.version, narrative });
  await expect(fileReport(desk.second, { ...filing, version })).rejects.toMatchObject({ code: 'invalid' });
  const { report } = await desk.view(where.caseId);
  expect(report.filedAt).toBeNull();
});

/** Moves the decision of a case into the past. */
async function ageDecision(caseId: string, days: number): Promise<void> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(
      `UPDATE review_decision SET proposed_at = proposed_at - make_interval(days => $2::int),
         answered_at = answered_at - make_interval(days => $2::int) WHERE case_id = $1::uuid`,
      [caseId, days],
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const wrongDay = { code: 'invalid', fieldErrors: { filedOn: [expect.any(String)] } };

test('a report is filed between its decision and today', async () => {
  const { filing, caseId } = await reportedCase();
  for (const filedOn of [dayFromNow(-1), dayFromNow(2), '2026-01-05'])
    await expect(fileReport(desk.second, { ...filing, filedOn })).rejects.toMatchObject(wrongDay);
  await ageDecision(caseId, 3);
  await expect(fileReport(desk.second, { ...filing, filedOn: dayFromNow(-4) })).rejects.toMatchObject(
    wrongDay,
  );
  expect(await fileReport(desk.second, { ...filing, filedOn: dayFromNow(-3) })).toEqual({
    reference: 'FIU-1',
  });
});

test('the days are those of the time zone of the business', async () => {
  const { filing } = await reportedCase();
  const { businessId } = desk;
  // One of the two is on another day than UTC at any time.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await database().business.update({ where: { id: businessId }, data: { timeZone } });
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    await expect(fileReport(desk.second, { ...filing, filedOn: next })).rejects.toMatchObject(wrongDay);
  }
  const timeZone = 'Pacific/Pago_Pago';
  const filedOn = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
  await fileReport(desk.second, { ...filing, filedOn });
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'UTC' } });
});

test('a reference has the form of its authority, also in an amendment', async () => {
  const { filing, where, narrative, caseId } = await reportedCase();
  const wrong = { code: 'invalid', fieldErrors: { reference: [expect.any(String)] } };
  const fincen = { ...filing, authority: 'fincen' } as const;
  await expect(fileReport(desk.second, fincen)).rejects.toMatchObject(wrong);
  await fileReport(desk.second, { ...fincen, reference: '31000123456789' });
  expect((await desk.view(caseId)).report.authority).toBe('fincen');
  const reason = 'The name of the payer was wrong.';
  const amendment = { ...where, amendments: 0, narrative, reference: 'FIU-2', filedOn: today, reason };
  await expect(amendReport(desk.second, amendment)).rejects.toMatchObject(wrong);
  expect(await amendReport(desk.second, { ...amendment, reference: '31000123456790' })).toEqual({
    number: 1,
  });
});

test('an amendment is not older than the version that it corrects', async () => {
  const { filing, where, narrative, caseId } = await reportedCase();
  await ageDecision(caseId, 5);
  await fileReport(desk.second, { ...filing, filedOn: dayFromNow(-3) });
  const reason = 'The name of the payer was wrong.';
  const amendment = { ...where, amendments: 0, narrative, reference: 'FIU-2', reason };
  for (const filedOn of [dayFromNow(-4), dayFromNow(2)])
    await expect(amendReport(desk.second, { ...amendment, filedOn })).rejects.toMatchObject(wrongDay);
  await amendReport(desk.second, { ...amendment, filedOn: dayFromNow(-2) });
  const again = { ...amendment, amendments: 1, filedOn: dayFromNow(-3) };
  await expect(amendReport(desk.second, again)).rejects.toMatchObject(wrongDay);
});

test('the evidence pack has every version of a report', async () => {
  const { filing, where, narrative, caseId } = await reportedCase();
  await fileReport(desk.second, filing);
  const corrected = `${narrative}Correction: it was another mixer.`;
  const reason = 'The name of the mixer was wrong.';
  await amendReport(desk.second, {
    ...where,
    ...{ amendments: 0, narrative: corrected, reference: 'FIU-2', filedOn: today, reason },
  });
  const pack = await createEvidencePack(desk.as.compliance, desk.businessId, caseId);
  const file = pack.files.find(({ name }) => name === 'case.json')?.bytes;
  expect(JSON.parse(new TextDecoder().decode(file))).toMatchObject({
    report: {
      narrative,
      authority: 'other',
      reference: 'FIU-1',
      amendments: [{ number: 1, narrative: corrected, reference: 'FIU-2', reason }],
    },
  });
});

test('corrects a filed report by numbered amendments that never change', async () => {
  const { caseId, where, narrative, filing } = await reportedCase();
  const amendment = {
    ...where,
    amendments: 0,
    narrative: `${narrative}Correction: it was another mixer.`,
    reference: 'FIU-1-A',
    filedOn: today,
    reason: 'The name was wrong',
  };
  await expect(amendReport(desk.second, amendment)).rejects.toMatchObject({ code: 'conflict' });
  await ageDecision(caseId, 2);
  const earlier = dayFromNow(-2);
  await fileReport(desk.second, { ...filing, filedOn: earlier });
  await expect(amendReport(desk.second, { ...amendment, narrative: 'Only this' })).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(await amendReport(desk.second, amendment)).toEqual({ number: 1 });
  await expect(amendReport(desk.second, amendment)).rejects.toMatchObject({ code: 'conflict' });
  expect(await amendReport(desk.as.owner, { ...amendment, amendments: 1, reference: 'FIU-1-B' })).toEqual({
    number: 2,
  });
  const { report } = await desk.view(caseId);
  expect(report.narrative).toBe(narrative);
  expect(report.amendments.map(({ number, reference }) => [number, reference])).toEqual([
    [1, 'FIU-1-A'],
    [2, 'FIU-1-B'],
  ]);
  for (const change of [`UPDATE review_report SET reason = 'x'`, 'DELETE FROM review_report'])
    await expect(
      databasePool().query(`${change} WHERE case_id = $1 AND number = 1`, [caseId]),
    ).rejects.toThrow('never changed');
  const { number: caseNumber } = await desk.view(caseId);
  const register = async (address: string) =>
    (await listReports(desk.as.owner, desk.businessId, registerQuery(address))).rows;
  const first = { caseId, caseNumber, number: 0, reference: 'FIU-1', amends: null, amendments: 2 };
  const amended = { caseId, caseNumber, amends: 'FIU-1', amendments: 0, filedOn: today };
  const newest = { ...amended, number: 2, reference: 'FIU-1-B' };
  expect(await register(`q=case ${caseNumber}`)).toMatchObject([
    newest,
    { ...amended, number: 1, reference: 'FIU-1-A' },
    first,
  ]);
  expect(await register('q=FIU-1-B')).toMatchObject([newest]);
  expect(await register(`q=case ${caseNumber}&kind=amended`)).toMatchObject([first]);
  expect(await register(`q=case ${caseNumber}&filedOn=${earlier}..${earlier}`)).toMatchObject([first]);
  expect(await register(`q=case ${caseNumber}&author=me`)).toMatchObject([newest]);
  expect(await register(`q=case ${caseNumber}&state=draft`)).toEqual([]);
  const file = registerQuery(`q=case ${caseNumber}&kind=amendment&sort=oldest`);
  expect((await countReports(desk.as.owner, desk.businessId, file)).count).toBe(2);
  const { body } = await exportList(
    desk.as.owner,
    desk.businessId,
    'case-reports',
    file,
    'authority,filedOn',
  );
  const [head, ...lines] = (await new Response(body).text()).trim().split('\r\n');
  expect(head).toContain('case_number,case_id,amendment,amends_reference');
  expect(lines.map((line) => line.split(',').slice(2, 4))).toEqual([
    ['1', 'FIU-1'],
    ['2', 'FIU-1'],
  ]);
  await expect(exportList(desk.as.finance, desk.businessId, 'case-reports', file)).rejects.toMatchObject({
    code: 'forbidden',
  });
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { objectId: caseId, action: 'review-case.amend-report' },
    orderBy: { sequence: 'asc' },
  });
  expect(entry.after).toMatchObject({ number: 1, reference: 'FIU-1-A', reason: 'The name was wrong' });
});

test('drafts the requested amounts of the payment with all digits, and statuses in words', async () => {
  const { caseId, paymentId } = await desk.flagged({
    depositAmount: '0.123456789012345678',
    depositCurrency: 'ETH',
    displayAmount: '312.5',
    displayCurrency: 'EUR',
  });
  await database().payment.update({
    where: { businessId_paymentId: { businessId: desk.businessId, paymentId } },
    data: {
      expectedDisplayAmount: '300.10',
      displayCurrency: 'EUR',
      expectedDepositAmount: '0.1',
      depositCurrency: 'ETH',
      status: 'AWAITING',
    },
  });
  const view = await desk.view(caseId);
  const facts = describeReportFacts(view, await readSubjects(desk.as.compliance, view));
  for (const line of [
    'Service status: Compliance review',
    'Payment status: Awaiting',
    'Requested amount: 300.1 EUR',
    'Requested amount in the coin of the deposit: 0.1 ETH',
    'Amount: 0.123456789012345678 ETH',
    'Deposited amount in the price currency: 312.5 EUR',
  ])
    expect(facts).toContain(line);
  expect(facts).not.toMatch(/[A-Z]{4,}_[A-Z]+/);
});
