import { expect, test } from 'vitest';
import { deskSettingsForm } from './schema.ts';

const form = {
  businessId: 'b',
  secondFromEur: '1000',
  dueHours: '24',
  riskScoreFrom: '',
  twoPersonCategories: '',
  reason: '',
};

test('reads the hours as a whole number', () => {
  expect(deskSettingsForm.parse(form).dueHours).toBe(24);
});

test.each([
  { secondFromEur: '1e9' },
  { secondFromEur: '10.000,50' },
  { riskScoreFrom: '0,8' },
  { dueHours: '1.000' },
  { dueHours: '1e2' },
  { dueHours: '0' },
  { dueHours: '721' },
  { dueHours: '' },
])('refuses %j', (wrong) => {
  expect(deskSettingsForm.safeParse({ ...form, ...wrong }).success).toBe(false);
});
