import { beforeEach, expect, test, vi } from 'vitest';
import { labelRecordsAction } from '#lib/annotations/actions.ts';
import { maximumRecordsAtOnce } from '#lib/annotations/model.ts';
import { changeLabels, labelChangeMessage, undoLabels } from './change-labels.ts';

const action = vi.mocked(labelRecordsAction);
beforeEach(() => void action.mockReset());

const ids = Array.from({ length: maximumRecordsAtOnce + 1 }, (_, n) => String(n));
const label = () =>
  changeLabels({ businessId: 'b', kind: 'payment', name: 'VIP', operation: 'add' }, ids, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
const succeed = (changed: readonly string[]) => ({ ok: true, data: { changed, full: 0 } }) as const;

test('reports an unknown outcome when a response is lost', async () => {
  action.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await label()).toEqual({
    changed: [],
    full: 0,
    problem: {
      title: 'Some labels may have changed',
      detail:
        'The connection was lost, so some records may not have changed. Check the list, then repeat the action for those records.',
    },
  });
});

test('keeps the changed records when a later batch is refused', async () => {
  action.mockResolvedValueOnce(succeed(['1', '2'])).mockResolvedValueOnce({
    ...{ ok: false, code: 'invalid', fieldErrors: {}, requestId: '' },
    message: 'The label “VIP” is retired.',
  });
  expect(await label()).toEqual({
    changed: ['1', '2'],
    full: 0,
    problem: { title: 'No labels were changed', detail: 'The label “VIP” is retired.' },
  });
});

test('reports an unknown outcome when the response to undo is lost', async () => {
  const undo = () => undoLabels({ businessId: 'b', kind: 'payment', name: 'VIP', operation: 'add' }, ids);
  action.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(labelChangeMessage(await undo(), 'Undid the label change on 0 payments')).toBe(
    'Some label changes may have been undone',
  );
  action.mockResolvedValueOnce(succeed(['1'])).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(labelChangeMessage(await undo(), 'Undid the label change on 1 payment')).toBe(
    'Undid the label change on 1 payment',
  );
  action.mockResolvedValue(succeed([]));
  expect(labelChangeMessage(await undo(), 'Undid the label change on 0 payments')).toBe(
    'Undid the label change on 0 payments',
  );
});
