import { expect, test } from 'vitest';
import type { DepositRisk } from '#lib/deposits/schema.ts';
import { countCategories, summarizeRiskAssessment, weighCategory } from './risk.ts';

const risk = (assessment: DepositRisk['assessment'], riskScore: string | null = null): DepositRisk => ({
  depositId: 'd',
  riskScore,
  assessment,
  provenance: [],
  changedAt: null,
});
const none = { addressOwner: null, sourceRiskEntities: null, destinationRiskEntities: null };

test('distinguishes not assessed, no entities found and nothing reported', () => {
  expect(summarizeRiskAssessment(null)).toBeNull();
  expect(summarizeRiskAssessment(risk(null))).toMatchObject({ source: null, destination: null, owner: null });
  const found = summarizeRiskAssessment(risk({ ...none, sourceRiskEntities: [] }));
  expect(found?.source).toEqual({ count: 0, groups: [], more: { categories: 0, entities: 0 } });
  expect(found?.destination).toBeNull();
});

test('shortens thousands of long entities and still counts all of them', () => {
  const entities = Array.from({ length: 5_000 }, (_, n) => ({
    name: n === 0 ? null : `<b>${'Mixer'.repeat(5_000)}</b> ${n}`,
    category: n < 4_000 ? `<i>MIXER</i> ${'x'.repeat(1_000)}` : `C${n}`,
  }));
  const picture = summarizeRiskAssessment(
    risk({ ...none, sourceRiskEntities: entities, destinationRiskEntities: entities }),
  );
  expect(picture?.source).toMatchObject({ count: 5_000, more: { categories: 981, entities: 981 } });
  expect(picture?.source?.groups[0]).toMatchObject({ count: 4_000 });
  expect(picture?.source?.groups[0]?.names).toHaveLength(60);
  expect(picture?.source?.groups.map(({ names }) => names.length > 0)).not.toContain(false);
  const counted = picture?.source?.groups.reduce((sum, { count }) => sum + count, 981);
  expect(counted).toBe(5_000);
  expect(JSON.stringify(picture).length).toBeLessThan(60_000);
});

test('shows sanctions first, then unlisted categories, then the order of the owner', () => {
  const entities = ['gambling', 'gambling', 'mixer', 'NEW', 'OFAC_SANCTIONS'].map((category) => ({
    name: 'A',
    category,
  }));
  const picture = summarizeRiskAssessment(risk({ ...none, sourceRiskEntities: entities }), undefined, [
    'Mixer',
    ' GAMBLING ',
  ]);
  expect(picture?.source?.groups.map(({ category }) => category)).toEqual([
    'OFAC_SANCTIONS',
    'NEW',
    'mixer',
    'gambling',
  ]);
  expect([null, 'terror financing', 'mixer'].map((one) => weighCategory(one, ['mixer']))).toEqual([
    900, 1_000, 899,
  ]);
});

test('counts the entities of each category by their relation to the address', () => {
  const picture = summarizeRiskAssessment(
    risk({
      addressOwner: { name: 'Owner', category: 'sanctions' },
      sourceRiskEntities: [
        { name: 'A', category: 'mixer' },
        { name: 'B', category: 'mixer' },
      ],
      destinationRiskEntities: [{ name: null, category: null }],
    }),
  );
  expect(picture && countCategories(picture)).toEqual([
    { category: 'sanctions', isSanctions: true, isOwner: true, sources: 0, destinations: 0 },
    { category: 'mixer', isSanctions: false, isOwner: false, sources: 2, destinations: 0 },
    { category: null, isSanctions: false, isOwner: false, sources: 0, destinations: 1 },
  ]);
});
