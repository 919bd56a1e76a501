import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executePastTriggers } from '#lib/audit/anchors/testing/anchor-fixture.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { toDate } from '#lib/values/instant.ts';
import { addNote } from '../cases/add-note.ts';
import { attachFile } from '../cases/attach-file.ts';
import { mergeCases } from '../cases/merge/merge-cases.ts';
import { readCase } from '../cases/queries/case.ts';
import { amendReport } from '../reports/amend-report.ts';
import { changeDeskSettings } from '../settings/change-desk-settings.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';
import { createReportedCase } from '../testing/closed-case.ts';
import { sweepCases } from '../testing/sweep-cases.ts';
import type { EvidencePack } from './create-evidence-pack.ts';
import { createEvidencePack } from './create-evidence-pack.ts';

describe('a pack', () => {
  let tenant: Tenant;
  let pack: EvidencePack;
  let caseId: string;
  const folders: string[] = [];

  beforeAll(async () => {
    tenant = await createTenant();
    const { businessId } = tenant;
    const paymentId = await insertPayment(businessId, { clientPaymentId: 'order <1>' });
    const depositId = await insertDeposit(businessId, paymentId, { status: 'BLOCKED', depositAmount: '0.1' });
    const otherId = await insertDeposit(businessId, paymentId, { status: 'BLOCKED', depositAmount: '0.2' });
    await sweepCases();
    ({ caseId } = await database().reviewCase.findFirstOrThrow({ where: { subjectId: depositId } }));
    const body = Buffer.from(`{"status":"BLOCKED","n":1.000000000000000001}`);
    await database().callbackMessage.create({
      data: {
        businessId,
        kind: 'deposit-received',
        sha256: Buffer.alloc(32, 7),
        body,
        firstReceivedAt: new Date(0),
        lastReceivedAt: new Date(0),
        verdict: 'quarantined',
        subjectId: depositId,
      },
    });
    await addNote(tenant.as.compliance, { businessId, caseId, text: 'Ümlaut, "quotes" and \\ slashes' });
    // An entry about another object: the pack contains only its hashes.
    await changeDeskSettings(tenant.as.owner, {
      businessId,
      secondFromEur: '500',
      dueHours: 12,
      riskScoreFrom: '',
      twoPersonCategories,
      reason: '',
    });
    const file = new TextEncoder().encode('what was found');
    await attachFile(tenant.as.compliance, { businessId, caseId, name: 'notes.txt', body: file });
    const [into, joining] = await Promise.all(
      [depositId, otherId].map((subjectId) =>
        database().reviewCase.findFirstOrThrow({
          where: { businessId, subjectId },
          select: { caseId: true, version: true },
        }),
      ),
    );
    if (into === undefined || joining === undefined) throw new Error('there are two cases');
    await mergeCases(tenant.as.compliance, { businessId, into, cases: [joining] });
    pack = await createEvidencePack(tenant.as.compliance, businessId, caseId);
  });

  afterAll(() => {
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });

  function writePack(): string {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-pack-'));
    folders.push(folder);
    for (const { name, bytes } of pack.files) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), bytes);
    }
    return folder;
  }

  const verify = (folder: string, ...args: string[]) =>
    spawnSync(process.execPath, ['verify.mjs', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { NODE_ENV: 'test' },
    });

  test('verifies an unchanged pack with Node alone and with the hash of the manifest', () => {
    const { status, stdout } = verify(writePack(), pack.sha256);
    expect(stdout).toContain('Everything is as it was packed.');
    expect(status).toBe(0);
    expect(verify(writePack(), '0'.repeat(64)).status).toBe(1);
    const names = pack.files.map(({ name }) => name.replace(/[0-9a-f]{12,}/, '…'));
    expect(names).toEqual(
      expect.arrayContaining(['raw/callback-deposit-received-….json', 'files/…-notes.txt', 'audit.json']),
    );
  });

  test('records the hash of the verifier in the audit log and on the case', async () => {
    const bytes = pack.files.find(({ name }) => name === 'verify.mjs')?.bytes ?? new Uint8Array();
    const own = createHash('sha256').update(bytes).digest('hex');
    expect(pack.verifier).toBe(own);
    expect(verify(writePack()).stdout).toContain(`verify.mjs     SHA-256 ${own}`);
    const entry = await database().auditEntry.findFirstOrThrow({
      where: { chainId: tenant.businessId, action: 'review-case.export' },
    });
    expect(entry.after).toMatchObject({ manifest: pack.sha256, verifier: own });
    const { packs } = await readCase(tenant.as.owner, tenant.businessId, caseId);
    expect(packs).toMatchObject([
      { manifest: pack.sha256, verifier: own, person: { personId: tenant.as.compliance.actor.personId } },
    ]);
    const folder = writePack();
    fs.appendFileSync(path.join(folder, 'verify.mjs'), '// changed');
    expect(verify(folder).stdout).toContain('verify.mjs was changed');
    const readme = pack.files.find(({ name }) => name === 'README.txt')?.bytes ?? new Uint8Array();
    expect(Buffer.from(readme).toString()).toContain('sha256sum manifest.json verify.mjs');
  });

  test('finds a changed byte in any file, a missing file and an added file', () => {
    for (const { name } of pack.files.filter((file) => file.name !== 'verify.mjs')) {
      const folder = writePack();
      const target = path.join(folder, name);
      const bytes = fs.readFileSync(target);
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      fs.writeFileSync(target, bytes);
      expect([name, verify(folder).status]).toEqual([name, 1]);
    }
    const without = writePack();
    fs.rmSync(path.join(without, 'records.json'));
    expect(verify(without).stdout).toContain('records.json is missing');
    const more = writePack();
    fs.writeFileSync(path.join(more, 'raw', 'more.json'), '{}');
    expect(verify(more).stdout).toContain('raw/more.json was added');
  });

  test('finds an audit entry that was changed together with the manifest', () => {
    const folder = writePack();
    const audit = fs
      .readFileSync(path.join(folder, 'audit.json'), 'utf8')
      .replace('review-case.note', 'review-case.nope');
    fs.writeFileSync(path.join(folder, 'audit.json'), audit);
    expect(verify(folder).stdout).toMatch(/audit entry \d+ was changed/);
  });

  test('packs entries of other objects without their content', () => {
    const audit = pack.files.find(({ name }) => name === 'audit.json');
    const text = Buffer.from(audit?.bytes ?? []).toString('utf8');
    expect(text).not.toContain('review-desk.set');
    expect(text).toContain('review-case.note');
  });

  /** Unpacks the archive with code that is independent of the packing code. */
  async function unpackArchive(): Promise<{ folder: string; names: readonly string[] }> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-archive-'));
    folders.push(folder);
    const entries = await unzip(pack.zip);
    for (const { name, bytes } of entries) {
      const target = path.join(folder, name);
      // Names must stay inside the folder.
      expect(path.relative(folder, target)).not.toMatch(/^\.\./);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, bytes);
    }
    return { folder, names: entries.map(({ name }) => name) };
  }

  test('unpacks with independent code to the same bytes and verifies there', async () => {
    const entries = new Map((await unzip(pack.zip)).map(({ name, bytes }) => [name, bytes]));
    expect([...entries.keys()].sort()).toEqual(pack.files.map(({ name }) => name).sort());
    for (const { name, bytes } of pack.files)
      expect(entries.get(name)?.equals(Buffer.from(bytes))).toBe(true);
    const { folder } = await unpackArchive();
    // The program can't reach any installed package.
    expect(fs.existsSync(path.join(folder, 'node_modules'))).toBe(false);
    const { status, stdout, stderr } = verify(folder, pack.sha256);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Everything is as it was packed.');
  });

  test('finds a changed byte in any entry of the archive, while unpacking or verifying', async () => {
    const kinds = new Set(pack.files.map(({ name }) => name.split('/')[0]));
    expect([...kinds].sort()).toEqual(
      [
        'README.txt',
        'audit.json',
        'case.json',
        'files',
        'joined',
        'manifest.json',
        'raw',
        'records.json',
        'related.json',
        'verify.mjs',
      ].sort(),
    );
    for (const { name, bytes } of pack.files) {
      const archive = Buffer.from(pack.zip);
      const at = archive.indexOf(Buffer.from(bytes)) + Math.floor(bytes.length / 2);
      archive[at] = (archive[at] ?? 0) ^ 1;
      await expect(unzip(archive)).rejects.toThrow(`${name}: its checksum does not match`);
      // An attacker can also fix the checksum. The archive then unpacks, and the verifier finds the change.
      const { folder } = await unpackArchive();
      const target = path.join(folder, name);
      const changed = fs.readFileSync(target);
      const middle = Math.floor(changed.length / 2);
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      fs.writeFileSync(target, changed);
      const { status, stdout } = verify(folder, pack.sha256);
      // A changed verifier can't be trusted to report itself, so the audit log has its hash.
      if (name === 'verify.mjs') expect(stdout).not.toContain(`verify.mjs     SHA-256 ${pack.verifier}`);
      else expect([name, status]).toEqual([name, 1]);
    }
  });

  test('refuses roles outside compliance and other businesses', async () => {
    for (const who of [tenant.as.viewer, tenant.as.finance])
      await expect(createEvidencePack(who, tenant.businessId, caseId)).rejects.toMatchObject({
        code: 'forbidden',
      });
    const other = await createTenant();
    await expect(createEvidencePack(other.as.owner, tenant.businessId, caseId)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('verifies a pack whose log begins at a later entry, after an expiry', async () => {
    const { businessId } = tenant;
    const before = await database().auditEntry.findMany({
      where: { chainId: businessId },
      orderBy: { sequence: 'asc' },
    });
    const begin = before.at(-1);
    if (begin === undefined) throw new Error('there are entries');
    await executePastTriggers(
      `DELETE FROM audit_entry WHERE chain_id = '${businessId}' AND object_type <> 'review-case' AND sequence < ${begin.sequence}`,
    );
    const through = String(begin.sequence);
    const hash = Buffer.from(begin.hash).toString('hex');
    await inTransaction((transaction) =>
      writeAudit(transaction, systemContext('retention'), {
        ...{ businessId, action: 'retention.expire', objectType: 'business', objectId: businessId },
        after: { kind: 'audit', years: 5, count: 1, through, hash, anchor: 1, kept: 1, digest: hash },
      }),
    );
    pack = await createEvidencePack(tenant.as.compliance, businessId, caseId);
    const folder = writePack();
    expect(verify(folder).stdout).toContain('Everything is as it was packed.');
    const audit = fs.readFileSync(path.join(folder, 'audit.json'), 'utf8');
    fs.writeFileSync(
      path.join(folder, 'audit.json'),
      audit.replace(`"begins": "${through}"`, '"begins": "0"'),
    );
    expect(verify(folder).stdout).toContain('does not follow');
  });
});

describe('a pack for an auditor', () => {
  /** Stores a close of these days past the guards of closes, which need figures. */
  const closeDays = (businessId: string, from: string, to: string) =>
    executePastTriggers(
      `INSERT INTO period_close (business_id, close_id, currency, number, revision, first_day, last_day, time_zone,
       begins_at, ends_at, counts_callbacks, head, rows_sha256, pack_sha256, closed_at)
     VALUES ('${businessId}', gen_random_uuid(), 'EUR', 1, 1, '${from}', '${to}', 'UTC', '${from}', '${to}', false, '{}',
       sha256('a'), sha256('b'), now())`,
    );

  test('an auditor with risk detail packs cases of closed periods, without reports, files and the log', async () => {
    const desk = await createCaseFixture();
    const { businessId } = desk;
    const { caseId } = await createReportedCase(desk);
    const filedOn = toDate(systemClock.now()).toISOString().slice(0, 10);
    await amendReport(desk.second, {
      ...{ businessId, caseId, amendments: 0, reference: 'FIU-1/2', filedOn },
      narrative:
        'FLAGGED RECORD\nDeposit\n\nWHY IT WAS FLAGGED\nBlocked\n\nWHAT HAPPENED, AND WHY IT IS SUSPICIOUS\nThe deposit came from a second mixer.\n',
      reason: 'The authority asked about a sister company of the suspect.',
    });
    const auditor = await createPerson(new Map([[businessId, 'auditor-risk' as const]]));
    const plain = await createPerson(new Map([[businessId, 'auditor' as const]]));
    await expect(createEvidencePack(auditor, businessId, caseId)).rejects.toMatchObject({
      code: 'not-found',
    });
    await closeDays(businessId, '2000-01-01', '2900-01-01');
    await expect(createEvidencePack(plain, businessId, caseId)).rejects.toMatchObject({ code: 'forbidden' });
    const { files } = await createEvidencePack(auditor, businessId, caseId);
    const names = files.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['case.json', 'records.json', 'manifest.json', 'verify.mjs']),
    );
    expect(names.filter((name) => /^(files\/|audit\.json|related\.json)/.test(name))).toEqual([]);
    const text = files.map(({ bytes }) => new TextDecoder().decode(bytes)).join('\n');
    expect(text).toContain('The payer used a mixer');
    expect(text).not.toContain('The deposit came from a mixer');
    expect(text).not.toMatch(/second mixer|sister company/);
    expect(text).toContain('FIU-1/2');
    const whole = await createEvidencePack(desk.as.compliance, businessId, caseId);
    expect(whole.files.map(({ name }) => name)).toContain('audit.json');
    expect(
      await database().auditEntry.count({
        where: { chainId: businessId, action: 'review-case.export', actorId: auditor.actor.personId },
      }),
    ).toBe(1);
  });
});
