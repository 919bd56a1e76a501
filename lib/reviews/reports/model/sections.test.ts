import { expect, test } from 'vitest';
import { describeMissingSections, listMissingSections } from './sections.ts';

const complete =
  'FLAGGED RECORD\nDeposit ID: 1\n\nWHY IT WAS FLAGGED\nBlocked\n\nWHAT HAPPENED, AND WHY IT IS SUSPICIOUS\nThe deposit came from a mixer.\n';

test('finds nothing missing in a complete report, also of merged cases', () => {
  expect(listMissingSections(complete)).toEqual([]);
  expect(describeMissingSections(complete)).toBeNull();
  const merged = complete.replace('FLAGGED RECORD', 'FLAGGED RECORD 1 OF 2 (CASE 3)');
  expect(listMissingSections(merged)).toEqual([]);
});

test('names each section that is empty or absent', () => {
  expect(listMissingSections(complete.replace('The deposit came from a mixer.', '   '))).toEqual([
    'WHAT HAPPENED, AND WHY IT IS SUSPICIOUS',
  ]);
  expect(listMissingSections(complete.replace('Blocked', ''))).toEqual(['WHY IT WAS FLAGGED']);
  expect(listMissingSections('')).toHaveLength(3);
  expect(listMissingSections('The deposit came from a mixer.')).toHaveLength(3);
  expect(describeMissingSections('')).toContain('FLAGGED RECORD; WHY IT WAS FLAGGED');
});
