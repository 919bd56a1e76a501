import { afterAll, expect, test } from 'vitest';
import { executePastTriggers } from '#lib/audit/anchors/testing/anchor-fixture.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createPerson } from '#lib/database/testing/tenant.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { createReportedCase } from '../testing/closed-case.ts';
import { createEvidencePack } from './create-evidence-pack.ts';

afterAll(closeDatabase);

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
  const auditor = await createPerson(new Map([[businessId, 'auditor-risk' as const]]));
  const plain = await createPerson(new Map([[businessId, 'auditor' as const]]));
  await expect(createEvidencePack(auditor, businessId, caseId)).rejects.toMatchObject({ code: 'not-found' });
  await closeDays(businessId, '2000-01-01', '2900-01-01');
  await expect(createEvidencePack(plain, businessId, caseId)).rejects.toMatchObject({ code: 'forbidden' });
  const { files } = await createEvidencePack(auditor, businessId, caseId);
  const names = files.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['case.json', 'records.json', 'manifest.json', 'verify.mjs']));
  expect(names.filter((name) => /^(files\/|audit\.json|related\.json)/.test(name))).toEqual([]);
  const text = files.map(({ bytes }) => new TextDecoder().decode(bytes)).join('\n');
  expect(text).toContain('The payer used a mixer');
  expect(text).not.toContain('The deposit came from a mixer');
  const whole = await createEvidencePack(desk.as.compliance, businessId, caseId);
  expect(whole.files.map(({ name }) => name)).toContain('audit.json');
  expect(
    await database().auditEntry.count({
      where: { chainId: businessId, action: 'review-case.export', actorId: auditor.actor.personId },
    }),
  ).toBe(1);
});
