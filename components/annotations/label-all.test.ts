import { beforeEach, expect, test, vi } from 'vitest';
import { labelRecordsAction } from '#lib/annotations/actions.ts';
import { mostAtOnce } from '#lib/annotations/model.ts';
import { labellingOutcomeMessage, labelThese, takeBack } from './label-all.ts';

vi.mock('#lib/annotations/actions.ts', () => ({ labelRecordsAction: vi.fn() }));
const action = vi.mocked(labelRecordsAction);
beforeEach(() => void action.mockReset());

const ids = Array.from({ length: mostAtOnce + 1 }, (_, n) => String(n));
const label = () =>
  labelThese({ businessId: 'b', kind: 'payment', name: 'VIP', how: 'add' }, ids, {
    tell: () => undefined,
    stop: new AbortController().signal,
  });
const done = (changed: readonly string[]) => ({ ok: true, data: { changed, full: 0 } }) as const;

test('a step whose answer is lost may be done: it is not said that nothing was', async () => {
  action.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await label()).toEqual({
    changed: [],
    full: 0,
    problem: {
      title: 'It is not known how many were labelled',
      detail: 'The connection was lost. Look at the list, then do what is left.',
    },
  });
});

test('what is known to be done stays told where a later step is refused', async () => {
  action.mockResolvedValueOnce(done(['1', '2'])).mockResolvedValueOnce({
    ...{ ok: false, code: 'invalid', fieldErrors: {}, requestId: '' },
    message: 'The label “VIP” is retired.',
  });
  expect(await label()).toEqual({
    changed: ['1', '2'],
    full: 0,
    problem: { title: 'Nothing was labelled', detail: 'The label “VIP” is retired.' },
  });
});

test('where the answer to the way back is lost, it is not said that nothing was taken back', async () => {
  const back = () => takeBack({ businessId: 'b', kind: 'payment', name: 'VIP', how: 'add' }, ids);
  action.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(labellingOutcomeMessage(await back(), 'Taken back on 0 payments')).toBe(
    'It is not known how many were taken back',
  );
  action.mockResolvedValueOnce(done(['1'])).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(labellingOutcomeMessage(await back(), 'Taken back on 1 payment')).toBe('Taken back on 1 payment');
  action.mockResolvedValue(done([]));
  expect(labellingOutcomeMessage(await back(), 'Taken back on 0 payments')).toBe('Taken back on 0 payments');
});
