import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { listRolesWith } from '#lib/access/index.ts';
import { limitProposals } from '#lib/creation-limits/limit-proposals.ts';
import { isStricterLimit } from '#lib/creation-limits/model.ts';
import { paymentProposals } from '#lib/creation-limits/payment-proposals.ts';
import { databasePool } from '#lib/database/pools.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { reviewEndpointProposals } from '#lib/events/endpoint-proposals.ts';
import { roleProposals } from '#lib/factors/role-proposals.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { liftProposals } from '#lib/retention/lift-proposals.ts';
import { isShorter } from '#lib/retention/model.ts';
import { timeProposals } from '#lib/retention/time-proposals.ts';
import { reopeningProposals } from '#lib/reviews/decisions/reopening-proposals.ts';
import { ruleProposals } from '#lib/reviews/rules/rule-proposals.ts';
import { deskProposals } from '#lib/reviews/settings/desk-proposals.ts';
import { hasWeakerControls } from '#lib/reviews/settings/model.ts';
import {
  closeProposals,
  reopeningProposals as periodReopeningProposals,
} from '#lib/statements/close-proposals.ts';
import { basisProposals, openingProposals } from '#lib/statements/setting-proposals.ts';
import { auditorRiskProposals } from '#lib/team/auditor-proposals.ts';
import { amount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';

describe('guards of the database', () => {
  /** The trigger of the database refuses what the judge refuses, for every kind: it has its own list of roles. */

  const kinds = [
    limitProposals,
    timeProposals,
    roleProposals,
    deskProposals,
    paymentProposals,
    liftProposals,
    ruleProposals,
    reopeningProposals,
    openingProposals,
    basisProposals,
    closeProposals,
    periodReopeningProposals,
    auditorRiskProposals,
    reviewEndpointProposals,
  ].map(({ name, proposer, approver }) => ({ name, proposer, approver }));

  /** A case, its record and its decision. */
  const reopened = randomUUID();

  let businessId: BusinessId;
  const people = new Map<Role, readonly [proposer: string, approver: string]>();

  beforeAll(async () => {
    ({ businessId } = await createTenant());
    for (const role of roles) {
      const [first, second] = await Promise.all(
        [0, 1].map(async () => (await createPerson(new Map([[businessId, role]]))).actor.personId),
      );
      people.set(role, [first ?? '', second ?? '']);
    }
  });

  type Steps = {
    readonly name: string;
    readonly proposedBy: string;
    readonly answeredBy: string;
    readonly state?: string;
    readonly answeredAt?: string;
  };

  /** Stores a proposal with its answer and removes both again. Returns the refusal of the database, or null. */
  async function tryAnswer(steps: Steps): Promise<string | null> {
    const { name, proposedBy, answeredBy, state = 'final', answeredAt = 'now()' } = steps;
    const client = await databasePool().connect();
    try {
      await client.query('BEGIN');
      // A reopening is about a decided case.
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(
        `INSERT INTO review_case (business_id, case_id, number, subject_kind, subject_id, state, decision_id, opened_at,
                                due_at, decided_at, changed_at)
       VALUES ($1, $2, 1, 'payment', $2, 'decided', $2, now(), now(), now(), now())`,
        [businessId, reopened],
      );
      await client.query('SET LOCAL session_replication_role = origin');
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO proposal (business_id, kind, subject, after, reason, proposed_by, proposed_at)
       VALUES ($1, $2, $4, jsonb_build_object('caseId', $4::text), 'Agreed in the meeting', $3, now())
       RETURNING proposal_id AS id`,
        [businessId, name, proposedBy, reopened],
      );
      await client.query(
        `UPDATE proposal SET state = $2, answered_by = $3, answered_at = ${answeredAt} WHERE proposal_id = $1`,
        [rows[0]?.id, state, answeredBy],
      );
      return null;
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : 'unknown';
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  const findPerson = (role: Role, place: 0 | 1): string => people.get(role)?.[place] ?? '';

  describe.each(kinds)('a proposal of the kind $name', ({ name, proposer, approver }) => {
    test('is approved in the database by the roles that the judge lets approve', async () => {
      const proposedBy = findPerson('owner', 0);
      for (const role of roles) {
        const refusal = await tryAnswer({ name, proposedBy, answeredBy: findPerson(role, 1) });
        expect(refusal === null, `${role}: ${refusal}`).toBe(listRolesWith(approver).includes(role));
      }
    });

    test('counts in the database only from the roles that may propose it', async () => {
      const answeredBy = findPerson('owner', 1);
      for (const role of roles) {
        const refusal = await tryAnswer({ name, proposedBy: findPerson(role, 0), answeredBy });
        expect(refusal === null, `${role}: ${refusal}`).toBe(listRolesWith(proposer).includes(role));
      }
    });

    test('is answered by another person and at once', async () => {
      const proposedBy = findPerson('owner', 0);
      const answeredBy = findPerson('owner', 1);
      for (const state of ['final', 'declined'])
        expect(await tryAnswer({ name, proposedBy, answeredBy: proposedBy, state })).toContain(
          'second_person',
        );
      expect(await tryAnswer({ name, proposedBy, answeredBy, state: 'withdrawn' })).toContain('withdrawn');
      const answeredAt = "now() - interval '1 hour'";
      expect(await tryAnswer({ name, proposedBy, answeredBy, answeredAt })).toContain('when it is given');
    });
  });
});

describe('weaker settings', () => {
  /** The rooms decide which change is proposed, and the database which one needs a final proposal. They must agree. */

  async function isWeaker(kind: string, before: unknown, after: unknown): Promise<boolean> {
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
    const { rows } = await databasePool().query<{ weaker: boolean }>(
      'SELECT is_weaker_setting($1, $2::jsonb, $3::jsonb) AS weaker',
      [kind, json(before), json(after)],
    );
    return rows[0]?.weaker ?? true;
  }

  const digits = fc.constantFrom('0.5', '9', '10', '10.0', '100', '1000.01').map(amount);
  const words = fc.subarray(['sanction', 'terror', 'mixer']);
  const desk = fc.record({
    secondFromEur: digits,
    dueHours: fc.constantFrom(9, 10, 24),
    riskScoreFrom: fc.option(digits),
    twoPersonCategories: words,
  });
  const required = fc.subarray([...roles]);
  const options = { numRuns: propertyRuns(60) };

  test('settings of the desk', async () => {
    await fc.assert(
      fc.asyncProperty(desk, desk, async (before, after) => {
        expect(await isWeaker('review-desk', before, after)).toBe(hasWeakerControls(before, after));
      }),
      options,
    );
  });

  test('limits', async () => {
    const toLimit = (value: ReturnType<typeof amount> | null) =>
      value === null ? null : { currency: 'EUR', amount: value };
    await fc.assert(
      fc.asyncProperty(fc.option(digits), fc.option(digits), async (before, after) => {
        const isStricter = isStricterLimit(toLimit(before), toLimit(after));
        expect(await isWeaker('creation-limit', before, after)).toBe(!isStricter);
      }),
      options,
    );
  });

  test('retention times', async () => {
    const years = fc.option(fc.integer({ min: 1, max: 30 }));
    await fc.assert(
      fc.asyncProperty(years, years, async (before, after) => {
        expect(await isWeaker('retention', before, after)).toBe(isShorter(after, before));
      }),
      options,
    );
  });

  test('roles that need a second factor', async () => {
    await fc.assert(
      fc.asyncProperty(required, required, async (before, after) => {
        const isFewer = before.some((role) => !after.includes(role));
        expect(await isWeaker('required-roles', before, after)).toBe(isFewer);
      }),
      options,
    );
  });
});
