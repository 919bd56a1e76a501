import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NowContext } from '#components/ui/locale-context.ts';
import { reviewCase } from '#lib/reviews/testing/queue-row.ts';
import { instant } from '#lib/values/instant.ts';
import { queueColumns } from '../queue/queue-columns.tsx';
import { CaseStateBadge } from './case-state-badge.tsx';

const dueAt = instant(1_795_000_000_000);

test.each([
  [1_794_999_999, 'tone-waiting', 'Waiting for information'],
  [1_795_000_000, 'tone-bad', 'Information overdue'],
])('says in the queue and on the case at %d that requested information is %s', (now, tone, label) => {
  const column = queueColumns(() => '').find(({ id }) => id === 'state');
  const inQueue = renderToStaticMarkup(
    <NowContext value={now}>{column?.cell({ ...reviewCase, informationDueAt: dueAt })}</NowContext>,
  );
  const person = { personId: 'p', name: 'Ada' };
  const request = {
    of: null,
    noteId: 'n',
    person,
    at: instant(0),
    text: '',
    request: { of: 'service', dueAt },
    answers: null,
  } as const;
  const onCase = renderToStaticMarkup(
    <CaseStateBadge
      view={{
        state: 'open',
        decisions: [],
        notes: [request],
        snoozedUntil: null,
        now: instant(now * 1_000),
        survivor: null,
      }}
    />,
  );
  for (const markup of [inQueue, onCase]) {
    expect(markup).toContain(tone);
    expect(markup).toContain(label);
  }
});
