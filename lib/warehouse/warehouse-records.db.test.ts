import { expect, test } from 'vitest';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import { createPerson } from '#lib/database/testing/tenant.ts';
import { setWarehouse } from './change-warehouse.ts';
import { readWarehouse } from './index.ts';
import { setWarehouseForm } from './schema.ts';
import { createWarehouseFixture, readLines, readManifest } from './testing/warehouse-fixture.ts';

const desk = createWarehouseFixture();
const night = 25 * 3_600_000;

/** Copies the records of the night, and returns the lines of each file by its list. */
async function copy(objects: Map<string, Buffer>, laterMs: number) {
  objects.clear();
  expect(await desk.run(laterMs)).toEqual({ copied: 1, failed: 0 });
  const { folder, files } = readManifest(objects);
  const hasRisk = objects.has(`${folder}manifest-risk.json`);
  const all = [...files, ...(hasRisk ? readManifest(objects, 'manifest-risk.json').files : [])];
  return new Map(all.map(({ name }) => [name.split('.')[0], readLines(objects, `${folder}${name}`)]));
}

test('copies open and resolved exceptions, and the minimums as last read', async () => {
  const { url, objects } = await desk.open();
  const { businessId } = desk.tenant;
  await desk.addPayment('5');
  await desk.addPayment('6');
  const [first, second] = await database().payment.findMany({ where: { businessId } });
  await database().payment.updateMany({ where: { businessId }, data: { coverage: 'under' } });
  await database().paymentException.create({
    data: {
      ...{
        businessId,
        kind: 'payment',
        subjectId: first?.paymentId ?? '',
        note: '=rest',
        changedAt: new Date(),
      },
      ...{ resolvedStates: ['under'], resolvedById: desk.tenant.as.owner.actor.personId },
      ...{ resolvedAt: new Date(), resolutionReason: 'accepted' },
    },
  });
  await database().serviceReading.create({
    data: {
      ...{ businessId, kind: 'minimums', firstStartedAt: new Date(), lastStartedAt: new Date() },
      ...{ sha256: Buffer.alloc(32), body: Buffer.from('{"BTC":{"BITCOIN":{"EUR":"1.50"}}}') },
    },
  });
  await desk.set(url);
  const tables = await copy(objects, night);
  const [head = '', ...rows] = tables.get('exceptions') ?? [];
  expect(rows).toHaveLength(2);
  const at = head.split(',').indexOf('resolution_reason');
  const reasons = new Map(rows.map((row) => [row.split(',')[1], row.split(',')[at]]));
  expect(reasons).toEqual(
    new Map([
      [first?.paymentId, 'accepted'],
      [second?.paymentId, ''],
    ]),
  );
  expect(rows.join()).toContain(',=rest,');
  expect(head).toContain(',expected_amount_decimal,');
  expect(tables.get('minimums')?.[0]).toContain('coin,network,minimum,minimum_currency,');
  expect(tables.get('minimums')?.[1]).toMatch(/BTC,BITCOIN,1\.50,EUR,read,.*,1\.50$/);
});

test('copies risk details only while the person who chose it may see them', async () => {
  const { url, objects } = await desk.open();
  const { businessId, as } = desk.tenant;
  const colleague = await createPerson(new Map([[businessId, 'owner' as const]]));
  await desk.verifyOwner();
  await desk.addPayment('5');
  await desk.set(url);
  expect([...(await copy(objects, night)).keys()].filter((list) => list?.endsWith('risk'))).toEqual([]);
  await desk.set(url, { risk: 'yes' });
  const tables = await copy(objects, 2 * night);
  const risk = tables.get('deposit-risk') ?? [];
  expect(risk).toHaveLength(2);
  expect(risk[0]).toMatch(/^deposit_id,risk_score,/);
  expect(risk[1]).toContain('Some exchange');
  expect(tables.get('withdrawal-risk')).toHaveLength(1);
  for (const [list, lines] of tables)
    if (list !== 'deposit-risk') expect(lines.join('\n')).not.toMatch(/Some exchange|risk_score/);
  expect(await desk.read()).toMatchObject({ settings: { copiesRisk: true } });
  await database().membership.updateMany({
    where: { businessId, personId: as.owner.actor.personId },
    data: { role: 'finance' },
  });
  const later = await copy(objects, 3 * night);
  expect([...objects.keys()].filter((name) => name.includes('risk'))).toEqual([]);
  expect([...later.keys()]).toEqual([...tables.keys()].filter((list) => !list?.endsWith('-risk')));
  expect(await readWarehouse(colleague, businessId)).toMatchObject({ settings: { copiesRisk: false } });
});

test('the manifest of the records doesn’t show that risk details changed', async () => {
  const { url, objects } = await desk.open();
  await desk.verifyOwner();
  await desk.addPayment('5');
  await desk.set(url, { risk: 'yes' });
  const read = (name: string): unknown => {
    const text = String([...objects].find(([one]) => one.endsWith(`/${name}`))?.[1]);
    // Each copy has its own id and time.
    const {
      runId: _run,
      startedAt: _at,
      ...rest
    } = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    return rest;
  };
  const manifests = ['manifest.json', 'manifest-risk.json'] as const;
  await copy(objects, night);
  const [records, risk] = manifests.map(read);
  await database().depositRisk.updateMany({
    where: { businessId: desk.tenant.businessId },
    data: { riskScore: '0.123' },
  });
  await copy(objects, 2 * night);
  const [recordsLater, riskLater] = manifests.map(read);
  expect(recordsLater).toEqual(records);
  expect(JSON.stringify(records)).not.toContain('risk');
  expect(riskLater).not.toEqual(risk);
  // A loader that finds the manifest of the records finds the other one, too.
  expect([...objects.keys()].at(-1)).toMatch(/manifest\.json$/);
});

test('an owner who may not see risk details neither chooses to copy them nor sees their files', async () => {
  const { url, objects } = await desk.open();
  const { businessId, as } = desk.tenant;
  await desk.verifyOwner();
  await desk.set(url, { risk: 'yes' });
  await copy(objects, night);
  const listFiles = async (who: typeof as.owner) => {
    return (await readWarehouse(who, businessId)).run?.files.map(({ list }) => list) ?? [];
  };
  expect(await listFiles(as.owner)).toContain('deposit-risk');
  const withoutFactor = { ...as.owner, actor: { ...as.owner.actor, hasSecondFactor: false } };
  expect(await listFiles(withoutFactor)).not.toContain('deposit-risk');
  const form = setWarehouseForm.parse({
    ...{ businessId, url, region: 'eu-central-1', bucket: 'finance', folder: 'copies', accessId: 'AKIA' },
    ...{ secret: '', hour: '2', risk: 'yes' },
  });
  await expect(setWarehouse(withoutFactor, form)).rejects.toMatchObject({ code: 'forbidden' });
  const entries = await database().auditEntry.findMany({
    where: { chainId: businessId, action: { in: ['warehouse.copy', 'warehouse.set'] } },
    orderBy: { sequence: 'asc' },
  });
  expect(entries).toMatchObject([{ after: { copiesRisk: true } }, {}]);
  expect(JSON.stringify(entries[1]?.after)).toContain('{"name":"deposit-risk.csv.gz"}');
});
