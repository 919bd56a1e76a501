import { expect, test } from 'vitest';
import type { NotificationSettings } from '#lib/notifications/schema.ts';
import { fromDraftTexts, toDraftTexts } from './notification-draft.ts';

const saved: NotificationSettings = {
  kinds: [
    { kind: 'payment-paid', delivery: 'app' },
    { kind: 'access-given', delivery: 'app' },
  ],
  timeZone: 'Europe/Sofia',
  quietHours: null,
};

test('restores what was chosen', () => {
  const chosen: NotificationSettings = {
    kinds: [
      { kind: 'payment-paid', delivery: 'hourly' },
      { kind: 'access-given', delivery: 'off' },
    ],
    timeZone: 'UTC',
    quietHours: { from: '22:00', until: '' },
  };
  expect(fromDraftTexts(toDraftTexts(chosen), saved)).toEqual(chosen);
});

test('restores that quiet hours were turned off', () => {
  const withHours = { ...saved, quietHours: { from: '20:00', until: '07:00' } };
  expect(fromDraftTexts(toDraftTexts(saved), withHours).quietHours).toBeNull();
});

test('returns the saved choices without a draft', () => {
  const withHours = { ...saved, quietHours: { from: '20:00', until: '07:00' } };
  expect(fromDraftTexts({}, withHours)).toEqual(withHours);
});

test('keeps the saved delivery of a kind that the draft names with one that is not offered', () => {
  const { kinds } = fromDraftTexts({ kinds: 'access-given=daily removed-kind=off' }, saved);
  expect(kinds).toEqual(saved.kinds);
});
