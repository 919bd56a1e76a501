import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations, readMigrations } from '#lib/database/migrate.ts';
import { withDatabase } from '#lib/database/testing/database-address.ts';
import { brand } from '#lib/values/brand.ts';
import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import { emptyRegisters } from '../model/registers.ts';
import type { StoredDeposit } from '../model/row-read.ts';
import { readStatements } from './case-reasons.ts';

/** An upgrade from the first schema turns `review_due`, the records that no sweep has seen, into `review_change`. */
const ownUrl = process.env['DATABASE_URL'] ?? '';
const name = `carried_${randomUUID().replaceAll('-', '')}`;
const business = randomUUID();
let client: pg.Client;

async function administer(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: withDatabase(ownUrl, 'postgres') });
  await admin.connect();
  await admin.query(sql).finally(() => admin.end());
}

beforeEach(async () => {
  await administer(`CREATE DATABASE ${name}`);
  client = new pg.Client({ connectionString: withDatabase(ownUrl, name) });
  await client.connect();
  const [baseline] = await readMigrations();
  await applyMigrations(client, undefined, new Set([baseline?.name ?? '']));
  await client.query('INSERT INTO business (id, name) VALUES ($1, $2)', [business, 'A business of a test']);
});
afterEach(async () => {
  await client.end();
  await administer(`DROP DATABASE ${name} WITH (FORCE)`);
});

async function insertDeposit(status: string, assessment?: unknown, score?: string): Promise<string> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, status, sort_at, first_observed_at, changed_at)
     VALUES ($1, $2, gen_random_uuid(), $3, now(), now(), now())`,
    [business, id, status],
  );
  if (assessment !== undefined)
    await client.query(
      `INSERT INTO deposit_risk (business_id, deposit_id, assessment, risk_score) VALUES ($1, $2, $3, $4)`,
      [business, id, JSON.stringify(assessment), score],
    );
  return id;
}

/** The detail that the fold stores for these entities. */
function describeEntities(assessment: unknown): unknown {
  const added: StoredDeposit = {
    state: {
      depositId: brand<DepositId>('d'),
      registers: emptyRegisters,
      risk: { ...emptyRegisters, values: { assessment: JSON.stringify(assessment) } },
      recordSeen: true,
      firstObservedAt: 0,
      refundFirstSeenAt: null,
    },
    paymentId: brand<PaymentId>('p'),
    changedAt: 0,
    riskChangedAt: null,
    versions: 1,
  };
  const found = readStatements('deposit', added).get('risk-entity');
  return found === false ? null : found?.detail;
}

async function readCarried(id: string): Promise<unknown[]> {
  const { rows } = await client.query(
    'SELECT reason, detail, ended FROM review_change WHERE business_id = $1 AND subject_id = $2 ORDER BY id',
    [business, id],
  );
  return rows;
}

test('brings along the reasons of records that no sweep has seen', async () => {
  const named = { name: 'A "mixer" – été', category: ' mixer ' };
  const other = { name: null, category: null };
  const assessment = { sourceRiskEntities: [named, named], destinationRiskEntities: [other, 'text'] };
  const flagged = await insertDeposit('BLOCKED', assessment, '82');
  const cleared = await insertDeposit('COMPLIANCE_REVIEW');
  await client.query("UPDATE deposit SET status = 'CONFIRMED' WHERE deposit_id = $1", [cleared]);

  await applyMigrations(client);

  expect(await readCarried(flagged)).toEqual([
    { reason: 'deposit-blocked', detail: null, ended: false },
    { reason: 'risk-entity', detail: describeEntities(assessment), ended: false },
    { reason: 'risk-score', detail: { score: '82' }, ended: false },
    { reason: null, detail: null, ended: false },
  ]);
  expect(await readCarried(cleared)).toEqual([
    { reason: 'deposit-review', detail: null, ended: false },
    { reason: 'deposit-review', detail: null, ended: true },
    { reason: null, detail: null, ended: false },
  ]);
});
