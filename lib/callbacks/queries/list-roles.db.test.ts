import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import {
  countCallbacks,
  countCallbacksByVerdict,
  listCallbacks,
  readCallbackPage,
  receiveCallback,
} from '../index.ts';
import { shownVerdicts } from '../model/verdict.ts';

/** A filter must find exactly the rows that show its value: it must not reveal what a row hides. */
let tenant: Tenant;
let clock = 1_793_000_000_000;

async function deliver(body: unknown, kind: 'deposit-received' | 'withdrawal' = 'deposit-received') {
  clock += 1_000;
  const { observed } = await receiveCallback({
    businessId: tenant.businessId,
    kind,
    body: toSampleBytes(body),
    headers: {},
    receivedAt: instant(clock),
  });
  return observed?.messageId ?? '';
}

/** Adds conflicts in these fields. */
const contradicting = (id: string, ...paths: readonly string[]) =>
  database().callbackMessage.update({
    where: { id },
    data: { reasons: paths.map((path) => ({ path, problem: 'contradicts: Mallory against Alice' })) },
  });

const ids = new Map<string, string>();
beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  const deposit = depositCallbackSample();
  const withdrawal = withdrawalCallbackSample(businessId);
  const keep = async (name: string, id: Promise<string>) => ids.set(name, await id);
  await keep('adopted', deliver(deposit));
  await keep('contradicts', deliver({ ...deposit, actualDepositAmount: 1 }));
  await keep('owner', deliver(withdrawal, 'withdrawal'));
  await keep('owner again', deliver({ ...withdrawal, withdrawFee: '1' }, 'withdrawal'));
  await keep('owner and amount', deliver({ ...withdrawal, withdrawFee: '2' }, 'withdrawal'));
  await keep(
    'unreadable owner',
    deliver(withdrawalCallbackSample(businessId, { txAddressOwner: 'Mallory' }), 'withdrawal'),
  );
  await keep('another owner', deliver(withdrawalCallbackSample(businessId), 'withdrawal'));
  await keep('risky orphan', deliver(depositCallbackSample()));
  const of = (name: string) => ids.get(name) ?? '';
  await contradicting(of('owner'), 'txAddressOwner');
  await contradicting(
    of('owner again'),
    'txAddressOwner.name',
    'deposits.0.addressRiskAssessment.addressOwner',
  );
  await contradicting(of('owner and amount'), 'withdrawFee', 'txAddressOwner');
  await contradicting(of('risky orphan'), 'riskScore');
});

/** Returns the id of each stored message as seen without risk.read: a hidden version has the id of the first one. */
const shownIds = new Map<string, string>();
beforeAll(async () => {
  const rows = await database().callbackMessage.findMany({ where: { businessId: tenant.businessId } });
  const references = new Map(rows.map(({ id, reference }) => [id, reference]));
  for (const { id, shownWith } of rows) shownIds.set(id, references.get(shownWith ?? id) ?? '');
});

const roles = ['viewer', 'finance', 'compliance', 'owner'] as const;

describe.each(roles)('for %s', (role) => {
  const person = () => tenant.as[role];
  const rows = async (verdict?: string) =>
    (
      await listCallbacks(person(), tenant.businessId, {
        ...wholeList,
        choices: verdict === undefined ? {} : { verdict: [verdict] },
      })
    ).rows;

  test('finds, counts and tallies exactly the rows that show the filtered value', async () => {
    const all = await rows();
    expect(all).toHaveLength(ids.size);
    const { verdicts } = await countCallbacksByVerdict(person(), tenant.businessId, wholeList);
    for (const verdict of shownVerdicts) {
      const shown = all.filter((row) => row.verdict === verdict);
      expect([verdict, await rows(verdict)]).toEqual([verdict, shown]);
      const query = { ...wholeList, choices: { verdict: [verdict] } };
      expect((await countCallbacks(person(), tenant.businessId, query)).count).toBe(shown.length);
      expect(verdicts.find((one) => one.verdict === verdict)?.count ?? 0).toBe(shown.length);
    }
  });

  test('shows the same verdict on row, page and other versions', async () => {
    const all = await rows();
    for (const row of all) {
      const page = await readCallbackPage(person(), tenant.businessId, row.messageId);
      expect(page.row).toEqual(row);
      expect(page.reasons).toHaveLength(row.reasonCount);
      for (const version of page.versions)
        expect(version.verdict).toBe(all.find(({ messageId }) => messageId === version.messageId)?.verdict);
    }
  });

  test('shows a conflict in risk detail only with permission', async () => {
    const may = role === 'compliance' || role === 'owner';
    const shownId = (name: string) => (may ? ids.get(name) : shownIds.get(ids.get(name) ?? ''));
    const readVerdict = async (name: string) =>
      (await rows()).find(({ messageId }) => messageId === shownId(name))?.verdict;
    expect(await readVerdict('owner')).toBe(may ? 'conflict' : 'applied');
    expect(await readVerdict('owner again')).toBe(may ? 'conflict' : 'new-version');
    expect(await readVerdict('risky orphan')).toBe(may ? 'conflict' : 'orphan-adopted');
    expect(await readVerdict('owner and amount')).toBe('conflict');
    expect(await readVerdict('contradicts')).toBe('conflict');
    // All roles see the quarantine. The name of the risk field is risk detail.
    expect(await readVerdict('unreadable owner')).toBe('quarantined');
    const text = JSON.stringify(await rows('quarantined'));
    expect(text.includes('txAddressOwner')).toBe(may);
    expect(text).not.toContain('Mallory');
  });
});
