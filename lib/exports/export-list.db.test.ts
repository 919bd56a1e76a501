import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addLabel } from '#lib/annotations/add-label.ts';
import { writeNote } from '#lib/annotations/write-note.ts';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { workExceptionForm } from '#lib/exceptions/schema.ts';
import { workException } from '#lib/exceptions/work-exception.ts';
import { parseListQuery, wholeList } from '#lib/lists/model/query.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { exportList } from './export-list.ts';
import { exportedLists } from './list-table.ts';
import type { ExportName } from './schema.ts';
import { readCsv } from './testing/read-tables.ts';

describe('a list', () => {
  const clock = createFixedClock(instant(Date.parse('2026-11-20T22:30:00Z')));
  const all = wholeList;
  type Tenant = Awaited<ReturnType<typeof createTenant>>;

  async function readExport(
    tenant: Tenant,
    list: ExportName,
    role: 'finance' | 'owner' = 'finance',
    query = all,
  ) {
    const { fileName, body } = await exportList(tenant.as[role], tenant.businessId, list, query);
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const [head = '', ...lines] = text.split('\r\n').slice(0, -1);
    const names = head.split(',');
    // Splitting by commas is enough, because no cell holds one.
    const rows = lines.map((line) => new Map(line.split(',').map((cell, at) => [names[at], cell])));
    return { fileName, text, names, rows };
  }

  test('exports digits, currencies, sources and times unchanged', async () => {
    const tenant = await createTenant(clock);
    await database().business.update({
      where: { id: tenant.businessId },
      data: { timeZone: 'Europe/Berlin', name: 'Café =Søn "Ltd"' },
    });
    const exact = '12345678901234567890123456789012345.000000000000000000000000000001';
    await insertPayment(tenant.businessId, {
      clientPaymentId: '=HYPERLINK("x")',
      status: 'DEPOSITED',
      displayCurrency: 'EUR',
      expectedDisplayAmount: '49.90',
      depositCurrency: 'ETH',
      actualDepositAmount: exact,
      actualUniformAmount: '0',
      paymentInitiatedAt: new Date('2026-11-20T22:30:00Z'),
      provenance: [{ source: 'read', at: 1, observation: 'x', fields: ['status', 'actualDepositAmount'] }],
    });
    const { fileName, rows, text, names } = await readExport(tenant, 'payments');
    expect(fileName).toBe('cafe-s-n-ltd-payments-2026-11-20.csv');
    expect(new Set(names).size).toBe(names.length);
    expect(text.startsWith('payment_id,')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(Object.fromEntries(rows[0] ?? [])).toMatchObject({
      status: 'DEPOSITED',
      status_source: 'read',
      expected_display_amount: '49.9',
      expected_display_amount_currency: 'EUR',
      expected_display_amount_source: '',
      actual_deposit_amount: exact,
      actual_deposit_amount_currency: 'ETH',
      actual_deposit_amount_source: 'read',
      actual_uniform_amount: '0',
      actual_uniform_amount_currency: 'EUR',
      expected_uniform_amount: '',
      expected_uniform_amount_currency: '',
      payment_initiated_at: '2026-11-20T23:30:00+01:00',
      time_zone: 'Europe/Berlin',
    });
  });

  test("exports no currency for the record's sum after a deposit in another coin", async () => {
    const tenant = await createTenant(clock);
    const inCoin = { depositCurrency: 'USDT', expectedDepositAmount: '55', actualDepositAmount: '0.002' };
    await insertPayment(tenant.businessId, { ...inCoin, currencyMismatch: true });
    const [row] = (await readExport(tenant, 'payments')).rows;
    expect(Object.fromEntries(row ?? [])).toMatchObject({
      deposit_currency: 'USDT',
      expected_deposit_amount_currency: 'USDT',
      actual_deposit_amount: '0.002',
      actual_deposit_amount_currency: '',
    });
    const [listed] = (await readExport(tenant, 'exceptions')).rows;
    expect(Object.fromEntries(listed ?? [])).toMatchObject({
      expected_amount: '55',
      expected_amount_currency: 'USDT',
      actual_amount: '0.002',
      actual_amount_currency: '',
    });
  });

  test('exports every amount with its digits, without trailing zeros', async () => {
    const tenant = await createTenant(clock);
    const digits = (most: number, least = 0) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
    const given = fc.sample(
      fc.tuple(digits(35, 1), digits(30)).map(([whole, fraction]) => {
        const integer = whole.replace(/^0+(?=.)/, '');
        return fraction === '' ? integer : `${integer}.${fraction}`;
      }),
      400,
    );
    await database().payment.createMany({
      data: given.map((expectedDepositAmount, n) => ({
        businessId: tenant.businessId,
        paymentId: crypto.randomUUID(),
        clientPaymentId: String(n),
        expectedDepositAmount,
        sortAt: new Date(),
        firstObservedAt: new Date(),
        changedAt: new Date(),
      })),
    });
    const { rows } = await readExport(tenant, 'payments');
    const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
    for (const row of rows)
      expect(row.get('expected_deposit_amount')).toBe(
        trimmed(given[Number(row.get('client_payment_id'))] ?? ''),
      );
    expect(rows).toHaveLength(given.length);
  });

  test('keeps the sign of a depeg loss and escapes text that starts a formula', async () => {
    const tenant = await createTenant(clock);
    const paymentId = await insertPayment(tenant.businessId);
    await insertDeposit(tenant.businessId, paymentId, {
      displayCurrency: 'EUR',
      displayRateDepegLossAmount: '-0.000000000000000001',
      fromAddress: '@SUM(1)',
      transactionId: '-1+1',
    });
    const { rows } = await readExport(tenant, 'deposits');
    expect(Object.fromEntries(rows[0] ?? [])).toMatchObject({
      display_rate_depeg_loss_amount: '-0.000000000000000001',
      from_address: "'@SUM(1)",
      transaction_id: "'-1+1",
    });
  });

  test('exports risk detail only for roles that may read it', async () => {
    const tenant = await createTenant(clock);
    const paymentId = await insertPayment(tenant.businessId);
    const depositId = await insertDeposit(tenant.businessId, paymentId, { status: 'BLOCKED' });
    await database().depositRisk.create({
      data: {
        businessId: tenant.businessId,
        depositId,
        riskScore: '0.93',
        assessment: { sourceRiskEntities: [{ name: 'Darkmarket' }] },
        provenance: [
          { source: 'callback', at: 2, observation: 'y', fields: ['riskScore'] },
          { source: 'read', at: 1, observation: 'x', fields: ['assessment'] },
        ],
      },
    });
    const withdrawalId = await insertWithdrawal(tenant.businessId, { status: 'BLOCKED' });
    await database().withdrawalRisk.create({
      data: {
        businessId: tenant.businessId,
        withdrawalId,
        ownerName: 'Mixer',
        ownerCategory: 'mixing',
        provenance: [{ source: 'callback', at: 1, observation: 'x', fields: ['ownerName'] }],
      },
    });
    const sources: object[] = [];
    for (const [list, word] of [
      ['deposits', 'Darkmarket'],
      ['withdrawals', 'Mixer'],
    ] as const) {
      const [finance, owner] = [await readExport(tenant, list), await readExport(tenant, list, 'owner')];
      expect(finance.text).not.toMatch(/risk|address_owner|Darkmarket|Mixer/i);
      expect(owner.text).toContain(word);
      expect(new Set(owner.names).size).toBe(owner.names.length);
      expect(finance.names.filter((name) => !owner.names.includes(name))).toEqual([]);
      sources.push(Object.fromEntries(owner.rows[0] ?? []));
    }
    expect(sources).toMatchObject([
      {
        risk_score: '0.93',
        risk_score_source: 'callback',
        address_owner_name_source: 'read',
        address_owner_category_source: 'read',
      },
      {
        address_owner_name: 'Mixer',
        address_owner_name_source: 'callback',
        address_owner_category_source: '',
      },
    ]);
  });

  test('exports the source of the reference of a deposit and of a refund', async () => {
    const tenant = await createTenant(clock);
    const given = [
      { source: 'callback', at: 2, observation: 'y', fields: ['status'] },
      { source: 'create', at: 1, observation: 'x', fields: ['clientPaymentId', 'type'] },
    ];
    const withReference = await insertPayment(tenant.businessId, {
      clientPaymentId: 'order-1',
      provenance: given,
    });
    const without = await insertPayment(tenant.businessId, { clientPaymentId: null });
    for (const paymentId of [withReference, without])
      await insertDeposit(tenant.businessId, paymentId, { refundFirstSeenAt: new Date() });
    for (const list of ['deposits', 'refunds'] as const) {
      const { rows } = await readExport(tenant, list);
      const pairs = rows.map((row) => [row.get('client_payment_id'), row.get('client_payment_id_source')]);
      expect(pairs.sort()).toEqual([
        ['', ''],
        ['order-1', 'create'],
      ]);
    }
  });

  test('exports all rows of the filter in batches, and no others', async () => {
    const tenant = await createTenant(clock);
    const rows = Array.from({ length: 2_345 }, (_, n) => ({
      businessId: tenant.businessId,
      paymentId: crypto.randomUUID(),
      status: n % 5 === 0 ? 'EXPIRED' : 'NEW',
      sortAt: new Date(Date.parse('2026-11-01T00:00:00Z') + Math.floor(n / 7) * 1000),
      firstObservedAt: new Date(),
      changedAt: new Date(),
    }));
    await database().payment.createMany({ data: rows });
    const whole = await readExport(tenant, 'payments');
    expect(new Set(whole.rows.map((row) => row.get('payment_id'))).size).toBe(2_345);
    const some = await readExport(tenant, 'payments', 'finance', {
      ...all,
      choices: { status: ['EXPIRED'] },
    });
    expect(some.rows).toHaveLength(469);
  });

  test('refuses roles without export and audits exports', async () => {
    const [tenant, other] = [await createTenant(clock), await createTenant(clock)];
    const { businessId } = tenant;
    await expect(exportList(tenant.as.viewer, businessId, 'payments', all)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(exportList(other.as.owner, businessId, 'payments', all)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await database().auditEntry.count({ where: { chainId: businessId } })).toBe(0);
    await readExport(tenant, 'refunds');
    expect(await database().auditEntry.findMany({ where: { chainId: businessId } })).toEqual([
      expect.objectContaining({ action: 'export.csv', objectId: 'refunds' }),
    ]);
  });

  test('exports exceptions with exact amounts, and no other payments', async () => {
    const tenant = await createTenant(clock);
    const asked = { displayCurrency: 'EUR', expectedDisplayAmount: '10', recordSeen: true } as const;
    await insertPayment(tenant.businessId, { ...asked, coverage: 'exact' });
    const actualDisplayAmount = '9.999999999999999999';
    const under = await insertPayment(tenant.businessId, {
      ...asked,
      actualDisplayAmount,
      coverage: 'under',
    });
    const { rows } = await readExport(tenant, 'exceptions');
    expect(rows.map((row) => Object.fromEntries(row))).toMatchObject([
      {
        subject_id: under,
        inferred_states: 'under',
        expected_amount: '10',
        actual_amount: actualDisplayAmount,
      },
    ]);
  });

  test('exports labels and the newest note with any selection of columns', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    const labelled = await insertPayment(businessId, { clientPaymentId: 'a' });
    await insertPayment(businessId, { clientPaymentId: 'b' });
    const depositId = await insertDeposit(businessId, labelled);
    const withdrawalId = await insertWithdrawal(businessId);
    const owner = tenant.as.owner;
    for (const [kind, recordId] of [
      ['payment', labelled],
      ['deposit', depositId],
      ['withdrawal', withdrawalId],
    ] as const) {
      const about = { businessId, kind, recordId };
      for (const name of ['=VIP', 'Dispute']) await addLabel(owner, { ...about, name });
      await writeNote(owner, { ...about, text: 'first' });
      const later = { ...owner, clock: createFixedClock(instant(clock.now() + 1_000)) };
      await writeNote(later, { ...about, text: `=1+1 of the ${kind}` });
    }
    for (const list of ['payments', 'deposits', 'withdrawals'] as const) {
      const { rows } = await readExport(tenant, list);
      const kind = list.slice(0, -1);
      const found = rows.find((row) => row.get('notes') === '2');
      expect(Object.fromEntries(found ?? [])).toMatchObject({
        labels: "'=VIP; Dispute",
        latest_note: `'=1+1 of the ${kind}`,
      });
      if (list === 'payments')
        expect(Object.fromEntries(rows.find((row) => row !== found) ?? [])).toMatchObject({
          ...{ labels: '', notes: '0', latest_note: '' },
        });
      const { body } = await exportList(owner, businessId, list, all, 'labels,notes');
      expect(await new Response(body).text()).toMatch(/,labels,notes,latest_note,time_zone\r\n/);
    }
  });
});

describe('settled sums', () => {
  test('adds the fees and net amounts of confirmed deposits to a file that shows them', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    const paymentId = await insertPayment(businessId, { depositCount: 2, confirmedDepositCount: 2 });
    const confirmed = { status: 'CONFIRMED', settlementCurrency: 'EUR', settlementServiceFee: '0.50' };
    await insertDeposit(businessId, paymentId, { ...confirmed, settlementPayableAmount: '49.40' });
    await insertDeposit(businessId, paymentId, { ...confirmed, settlementCurrency: 'USDT' });
    await insertPayment(businessId, {});
    const { body } = await exportList(
      tenant.as.finance,
      businessId,
      'payments',
      wholeList,
      'serviceFee,netCredited',
    );
    const lines = (await new Response(body).text()).split('\r\n');
    expect(lines[0]).toContain('service_fee,service_fee_currency,service_fee_reported,net_credited,');
    expect(lines).toContainEqual(expect.stringContaining(',0.5 EUR; 0.5 USDT,,2 of 2,49.4,EUR,1 of 2,UTC'));
    expect(lines).toContainEqual(expect.stringMatching(/,{6},UTC$/));
  });
});

describe('work on exceptions', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createTenant();
    const { businessId, as } = tenant;
    const subjectId = await insertPayment(businessId, { recordSeen: true, coverage: 'under' });
    await workException(
      as.finance,
      workExceptionForm.parse({
        ...{ businessId, kind: 'payment', subjectId, version: 0, ownerId: as.finance.actor.personId },
        ...{ note: 'Goodwill', resolved: true, reason: 'accepted', states: ['under'] },
      }),
    );
  });

  async function readOnlyRow(list: 'payments' | 'exceptions', filter: string, columns: string) {
    const parameters = new URLSearchParams(filter);
    const { query } = parseListQuery(exportedLists[list], (name) => parameters.get(name));
    const { body } = await exportList(tenant.as.finance, tenant.businessId, list, query, columns);
    const [names = [], ...rows] = readCsv(await new Response(body).text());
    expect(rows).toHaveLength(1);
    return Object.fromEntries(names.map((name, at) => [name, rows[0]?.[at]]));
  }

  test('a file of payments or exceptions has who resolved an exception, when and why', async () => {
    const { personId } = tenant.as.finance.actor;
    const { name } = await database().person.findUniqueOrThrow({ where: { id: personId } });
    expect(await readOnlyRow('payments', '', 'exception')).toMatchObject({
      exception_state: 'resolved',
      exception_owner: name,
      exception_note: 'Goodwill',
      exception_resolved_by: name,
      exception_resolution_reason: 'accepted',
      exception_resolved_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(await readOnlyRow('exceptions', 'work=resolved', 'owner,note')).toMatchObject({
      owner: name,
      note: 'Goodwill',
      resolved_by: name,
      resolution_reason: 'accepted',
      resolved_at: expect.stringMatching(/^\d{4}-/),
    });
  });
});
