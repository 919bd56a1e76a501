import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { countPayments, listPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { Problem } from '#lib/values/errors.ts';
import { addLabel } from './add-label.ts';
import { annotateCreatedPayment } from './annotate-created.ts';
import { labelRecords } from './label-records.ts';
import { maximumRecordLabels } from './model.ts';
import { readRecordAnnotations } from './queries.ts';
import { labelRecordsForm } from './schema.ts';
import { findSubject, lockVocabularyLabel } from './store.ts';

describe('labels of several records', () => {
  let tenant: Tenant;
  let other: Tenant;
  let businessId: string;
  beforeAll(async () => {
    [tenant, other] = [await createTenant(), await createTenant()];
    businessId = tenant.businessId;
  });

  const refusal = async (doing: Promise<unknown>): Promise<string> => {
    const thrown = await doing.catch((error: unknown) => error);
    if (!(thrown instanceof Problem)) throw new Error('it was not refused');
    return thrown.code;
  };
  const label = (name: string, recordId: string) =>
    addLabel(tenant.as.finance, { businessId, kind: 'payment', recordId, name });
  const seen = (recordId: string) => readRecordAnnotations(tenant.as.viewer, businessId, 'payment', recordId);
  const audited = (action: string, objectId: string) =>
    database().auditEntry.findMany({
      where: { chainId: businessId, action, objectId },
      orderBy: { sequence: 'asc' },
    });

  test('adds a label to several records, removes it and returns the changed ones', async () => {
    const records: string[] = [];
    for (let n = 0; n < 3; n += 1) records.push(await insertPayment(tenant.businessId));
    const [first = '', second = ''] = records;
    await label('Batch', second);
    const labelMany = (
      operation: 'add' | 'remove',
      recordIds: readonly string[] = records,
      by = tenant.as.compliance,
    ) =>
      labelRecords(by, { businessId, kind: 'payment', recordIds: [...recordIds], name: 'batch', operation });
    const added = await labelMany('add');
    expect([...added.changed].sort()).toEqual(records.filter((id) => id !== second).sort());
    expect(added.full).toBe(0);
    for (const record of records)
      expect((await seen(record)).labels.map(({ name }) => name)).toEqual(['Batch']);
    expect(await audited('label.add', first)).toMatchObject([{ after: { name: 'Batch', together: 2 } }]);
    expect(await audited('label.add', second)).toHaveLength(1);
    expect((await labelMany('add')).changed).toEqual([]);
    const off = await labelMany('remove', [...added.changed, first.toUpperCase()]);
    expect([...off.changed].sort()).toEqual([...added.changed].sort());
    expect(await audited('label.remove', first)).toMatchObject([{ before: { name: 'Batch' } }]);
    expect((await seen(second)).labels).toHaveLength(1);

    const elsewhere = await insertPayment(other.businessId);
    expect(await refusal(labelMany('add', [first, elsewhere]))).toBe('not-found');
    expect(await refusal(labelMany('add', ['no id']))).toBe('not-found');
    expect((await seen(first)).labels).toEqual([]);
    expect(await refusal(labelMany('add', records, tenant.as.viewer))).toBe('forbidden');
    expect(await refusal(labelMany('add', records, other.as.owner))).toBe('not-found');
    const unknown = { businessId, kind: 'payment', recordIds: records, name: 'never made' } as const;
    expect(await refusal(labelRecords(tenant.as.owner, { ...unknown, operation: 'remove' }))).toBe('invalid');
    const depositId = await insertDeposit(tenant.businessId, first);
    const withdrawalId = await insertWithdrawal(tenant.businessId);
    for (const [kind, recordId] of [
      ['deposit', depositId],
      ['withdrawal', withdrawalId],
    ] as const) {
      const one = labelRecords(tenant.as.finance, {
        ...{ businessId, kind, recordIds: [recordId], name: 'Batch', operation: 'add' },
      });
      expect((await one).changed).toEqual([recordId]);
    }
    expect(
      labelRecordsForm.safeParse({ ...unknown, operation: 'add', recordIds: Array(101).fill(first) }).success,
    ).toBe(false);
  });

  test('does not exceed the label limit of a record', async () => {
    const [full, free] = [await insertPayment(tenant.businessId), await insertPayment(tenant.businessId)];
    for (let n = 0; n < maximumRecordLabels; n += 1) await label(`many ${n}`, full);
    const labelMany = (name: string) =>
      labelRecords(tenant.as.finance, {
        ...{ businessId, kind: 'payment', recordIds: [full, free], name, operation: 'add' },
      });
    expect(await labelMany('one more')).toEqual({ changed: [free], full: 1 });
    expect(await labelMany('many 0')).toEqual({ changed: [free], full: 0 });
  });

  test('a new payment waits for the change of a label before it locks the audit log', async () => {
    const paymentId = await insertPayment(tenant.businessId);
    const { labelId } = await label('Shop 7', await insertPayment(tenant.businessId));
    const created = { businessId: tenant.businessId, paymentId, note: 'Call first', labelIds: [labelId] };
    const { personId } = tenant.as.finance.actor;
    const annotated = await inTransaction(async (change) => {
      await lockVocabularyLabel(change, tenant.businessId, labelId);
      const annotating = inTransaction((transaction) =>
        annotateCreatedPayment(transaction, systemContext(), { ...created, personId }),
      );
      await vi.waitFor(
        async () => {
          const waiting: unknown = await change.$queryRaw`
        SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`;
          expect(waiting).toHaveLength(1);
        },
        { timeout: 60_000 },
      );
      await change.$queryRaw`SELECT FROM audit_head WHERE chain_id = ${businessId}::uuid FOR UPDATE NOWAIT`;
      // In an object, so that the change commits first.
      return { annotating };
    });
    await annotated.annotating;
    expect((await seen(paymentId)).notes).toHaveLength(1);
    expect((await seen(paymentId)).labels).toHaveLength(1);
  });
});

describe('records of a label', () => {
  let tenant: Tenant;
  let labelId: string;
  /** More than one scan along the label reads. */
  const paymentCount = 2_300;

  // The rows are new, because a slow machine reads only the newest 90 days.
  beforeAll(async () => {
    tenant = await createTenant();
    labelId = randomUUID();
    const { businessId } = tenant;
    const by = tenant.as.owner.actor.personId;
    await databasePool().query(
      `INSERT INTO payment (business_id, payment_id, status, rate_type, sort_at, first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'EXPIRED' ELSE 'NEW' END,
            CASE WHEN n % 100 = 0 THEN 'FLOATING' ELSE 'FIXED' END,
            now() - (n / 4) * interval '1 minute', now(), now()
       FROM generate_series(1, $2::int) n`,
      [businessId, paymentCount * 2],
    );
    await databasePool().query(
      `INSERT INTO label (business_id, label_id, name, key, created_by, created_at) VALUES ($1, $2, 'Many', 'many', $3, now())`,
      [businessId, labelId, by],
    );
    await databasePool().query(
      `INSERT INTO record_label (business_id, kind, record_id, label_id, added_by, added_at)
     SELECT $1, 'payment', payment_id, $2, $3, now() FROM payment WHERE business_id = $1 ORDER BY payment_id LIMIT $4`,
      [businessId, labelId, by, paymentCount],
    );
  });

  const query = (address: string) => {
    const parameters = new URLSearchParams(`label=${labelId}&${address}`);
    return parseListQuery(paymentList, (name) => parameters.get(name)).query;
  };

  async function listExpected(where: string, way: 'DESC' | 'ASC'): Promise<readonly string[]> {
    const { rows } = await databasePool().query<{ id: string }>(
      `SELECT p.payment_id::text AS id FROM payment p JOIN record_label l ON l.record_id = p.payment_id AND l.label_id = $2
      WHERE p.business_id = $1 AND ${where} ORDER BY p.sort_at ${way}, p.payment_id ${way}`,
      [tenant.businessId, labelId],
    );
    return rows.map(({ id }) => id);
  }

  async function walked(address: string): Promise<readonly string[]> {
    const seen: string[] = [];
    for (let after: string | null = null, first = true; first || after !== null; first = false) {
      const pageQuery = { ...query(address), after };
      const page = await listPayments(tenant.as.viewer, tenant.businessId, pageQuery, 600);
      expect(page.isCursorInvalid).toBe(false);
      seen.push(...page.rows.map(({ paymentId }) => paymentId));
      after = page.after;
    }
    return seen;
  }

  test.each([
    ['', 'true', 'DESC'],
    ['sort=oldest', 'true', 'ASC'],
    ['status=EXPIRED', "p.status = 'EXPIRED'", 'DESC'],
    ['rateType=FLOATING', "p.rate_type = 'FLOATING'", 'DESC'],
    ['paymentInitiatedAt=2026-01-01', 'false', 'DESC'],
  ] as const)('returns every record of a large label in list order: %s', async (address, where, way) => {
    expect(await walked(address)).toEqual(await listExpected(where, way));
  });

  test('counts records by the label alone and pages back to the start', async () => {
    const { as, businessId } = tenant;
    expect(await countPayments(as.viewer, businessId, query(''))).toEqual({
      count: paymentCount,
      more: false,
    });
    const all = await listExpected('true', 'DESC');
    const first = await listPayments(as.viewer, businessId, query(''), 100);
    const second = await listPayments(as.viewer, businessId, { ...query(''), after: first.after }, 100);
    const back = await listPayments(as.viewer, businessId, { ...query(''), before: second.before }, 100);
    expect(back.rows.map(({ paymentId }) => paymentId)).toEqual(all.slice(0, 100));
  });

  test('lists a label at its record when the record moves', async () => {
    const own = await createTenant();
    const { businessId } = own;
    const older = await insertPayment(businessId, { sortAt: new Date('2025-05-05T05:05:05Z') });
    const newer = await insertPayment(businessId, { sortAt: new Date('2025-05-06T05:05:05Z') });
    for (const recordId of [older, newer])
      await addLabel(own.as.owner, { businessId, kind: 'payment', recordId, name: 'Moving' });
    const label = await database().label.findFirstOrThrow({ where: { businessId } });
    const parameters = new URLSearchParams(`label=${label.labelId}`);
    const { query: labelled } = parseListQuery(paymentList, (name) => parameters.get(name));
    const listIds = async () =>
      (await listPayments(own.as.viewer, businessId, labelled, 10)).rows.map(({ paymentId }) => paymentId);
    expect(await listIds()).toEqual([newer, older]);
    await database().payment.updateMany({
      where: { businessId, paymentId: older },
      data: { sortAt: new Date('2025-06-06T06:06:06Z') },
    });
    expect(await listIds()).toEqual([older, newer]);
  });

  test('a record with a label being added expires only afterwards, with its label', async () => {
    const own = await createTenant();
    const { businessId } = own;
    const paymentId = await insertPayment(businessId);
    const expiring = await databasePool().connect();
    try {
      await inTransaction(async (transaction) => {
        await findSubject(transaction, businessId, { kind: 'payment', recordId: paymentId });
        await expiring.query("BEGIN; SET LOCAL lock_timeout = '100ms'");
        const lock = 'SELECT FROM payment WHERE business_id = $1 AND payment_id = $2 FOR UPDATE';
        await expect(expiring.query(lock, [businessId, paymentId])).rejects.toMatchObject({ code: '55P03' });
        await expiring.query('ROLLBACK');
        // A callback can still change the record.
        await expiring.query(
          "UPDATE payment SET status = 'EXPIRED' WHERE business_id = $1 AND payment_id = $2",
          [businessId, paymentId],
        );
      });
    } finally {
      expiring.release();
    }
  });
});
