import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import {
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { checkImport, importRecord } from './import-record.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const assessment = { addressOwner: { name: 'Hidden mixer', category: 'mixer' } };
const risk = { riskScore: '0.91', addressRiskAssessment: assessment };

/** A payment with one deposit, and what a file says of it. */
function recordWith(fields: Readonly<Record<string, unknown>>, of: Record<string, unknown> = {}) {
  const deposit = depositRecordSample({ ...of });
  const base = paymentRecordSample(tenant.businessId, { deposits: [deposit] });
  return { base, file: { ...base, deposits: [{ ...deposit, ...fields }] }, depositId: String(deposit['id']) };
}

const buildForm = (record: unknown) => ({
  businessId: tenant.businessId,
  text: JSON.stringify(record),
  fileName: null,
});

const read = (record: unknown) =>
  inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId: tenant.businessId,
      source: 'read',
      startedAt: instant(Date.now()),
      body: toSampleBytes(record),
    }),
  );

const readRisk = (depositId: string) =>
  database().depositRisk.findFirst({ where: { businessId: tenant.businessId, depositId } });

describe('an import by a person who may not see risk detail', () => {
  test.each([
    risk,
    { RISKSCORE: '0.91', AddressRiskAssessment: assessment },
    { nested: { deep: [{ txAddressOwner: { name: 'Hidden mixer' } }] }, riskScore: 0.91 },
  ])('stores neither the risk fields nor a hash of them: %j', async (fields) => {
    const { file, depositId } = recordWith(fields);
    const preview = await checkImport(tenant.as.finance, buildForm(file));
    expect(preview).toMatchObject({ ignoresRisk: true });
    expect(JSON.stringify(preview)).not.toMatch(/mixer|0\.91|riskScore|assessment/i);
    const { paymentId } = await importRecord(tenant.as.finance, buildForm(file));
    expect(await readRisk(depositId)).toBeNull();
    const stored = await database().serviceAnswer.findFirstOrThrow({ where: { paymentId } });
    const body = Buffer.from(stored.body);
    expect(body.toString()).not.toMatch(/mixer|0\.91|riskScore|assessment|txAddressOwner/i);
    const hash = createHash('sha256').update(body).digest('hex');
    expect(Buffer.from(stored.sha256).toString('hex')).toBe(hash);
    const entry = await database().auditEntry.findFirstOrThrow({
      where: { chainId: tenant.businessId, objectId: paymentId, action: 'payment.import' },
    });
    expect(entry.after).toMatchObject({ sha256: hash });
  });

  test('returns the same preview and result for any stored risk detail', async () => {
    const results = [];
    for (const stored of [{}, risk, { riskScore: '5' }, { addressRiskAssessment: assessment }]) {
      const { base, file, depositId } = recordWith(risk, stored);
      await read(base);
      const preview = await checkImport(tenant.as.finance, buildForm(file));
      const first = await importRecord(tenant.as.finance, buildForm(file));
      const again = await importRecord(tenant.as.finance, buildForm(file));
      const { paymentId, clientPaymentId } = preview;
      const text = JSON.stringify({ preview, first, again })
        .replaceAll(paymentId, 'payment')
        .replaceAll(clientPaymentId ?? '-', 'reference')
        .replaceAll(depositId, 'deposit');
      results.push(text);
    }
    expect(new Set(results).size).toBe(1);
    expect(results[0]).toContain('"changed":false');
  });

  test('mentions no risk when the file has no risk fields', async () => {
    const { base } = recordWith({});
    expect(await checkImport(tenant.as.finance, buildForm(base))).toMatchObject({ ignoresRisk: false });
  });
});

describe('an import by a person who may see risk detail', () => {
  test('previews the risk fields that it fills, and fills them', async () => {
    const { base, file, depositId } = recordWith(risk);
    await read(base);
    const preview = await checkImport(tenant.as.owner, buildForm(file));
    expect(preview).toMatchObject({ ignoresRisk: false });
    expect(preview.fills).toEqual([
      { depositId, field: 'riskScore', offered: '0.91', held: null },
      { depositId, field: 'addressRiskAssessment', offered: JSON.stringify(assessment), held: null },
    ]);
    expect(await importRecord(tenant.as.owner, buildForm(file))).toMatchObject({ changed: true });
    expect(await readRisk(depositId)).toMatchObject({ riskScore: '0.91' });
    // The import added only risk detail, so only people who may see it find the import in a timeline.
    const where = { businessId: tenant.businessId, paymentId: preview.paymentId, source: 'import' };
    expect(await database().serviceAnswer.findMany({ where })).toMatchObject([{ riskOnly: true }]);
  });

  test('shows a stored value that stays, and audits that it was seen', async () => {
    const { base, file, depositId } = recordWith(risk, { riskScore: '7' });
    await read(base);
    const { keeps } = await checkImport(tenant.as.owner, buildForm(file));
    expect(keeps).toEqual([{ depositId, field: 'riskScore', offered: '0.91', held: '7' }]);
    const where = { chainId: tenant.businessId, action: 'deposit-risk.view', objectId: depositId };
    expect(await database().auditEntry.count({ where })).toBe(1);
  });
});
