import { expect, test } from 'vitest';
import { countAssumptions, findAssumptionState, listContradicted } from './model.ts';
import type { AssumptionView } from './schema.ts';

const assumption = (changes: Partial<AssumptionView>): AssumptionView => ({
  ...{ key: 'signature-parts', question: '?', section: '§1', variable: 'X', because: null, settledIn: null },
  ...{ default: 'a', value: 'a', observed: null, isContradicted: false },
  ...changes,
});

test('puts a failed check before a changed value, and both before what nothing has tested', () => {
  expect(findAssumptionState(assumption({ isContradicted: true, value: 'b' }))).toBe('contradicted');
  expect(findAssumptionState(assumption({ value: 'b', observed: 'seen' }))).toBe('changed');
  expect(findAssumptionState(assumption({}))).toBe('unchecked');
  expect(findAssumptionState(assumption({ observed: 'seen' }))).toBe('supported');
  expect(countAssumptions([assumption({}), assumption({ value: 'b' })])).toEqual({
    ...{ all: 2, contradicted: 0, changed: 1, unchecked: 1, supported: 0 },
  });
});

test('lists the assumptions whose check failed', () => {
  const check = (key: string, state: 'good' | 'bad') => ({ key, label: key, state, message: '', at: null });
  expect([...listContradicted([check('credentials', 'bad'), check('clock', 'good')])]).toEqual([
    'authorization-scheme',
    'signature-parts',
  ]);
});
