import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AuditRow } from '#lib/audit/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { auditColumns } from './audit-columns.tsx';

const createRow = (actor: AuditRow['actor']): AuditRow => ({
  ...{ entryId: '1', chain: 'business', sequence: '1', at: instant(1_791_000_000_000), actor },
  ...{ action: 'review.open', objectType: 'review-case', objectId: '17', objectName: null },
  ...{ requestId: 'r', summary: null },
});

function renderActor(actor: AuditRow['actor']): string {
  const column = auditColumns('/b/audit', () => '/b/audit/1').find(({ id }) => id === 'who');
  return renderToStaticMarkup(column?.cell(createRow(actor)));
}

test('names people, and the product instead of its jobs', () => {
  expect(renderActor({ kind: 'person', id: 'p', name: 'Anders Holm' })).toContain('Anders Holm');
  const job = renderActor({ kind: 'system', id: 'reviews', name: 'reviews' });
  expect(job).toContain('Countinghouse');
  expect(job).not.toContain('reviews');
  expect(renderActor({ kind: 'operator', id: 'root', name: 'root' })).toContain('root');
});

test('shows the ID of what an entry is about, unless that is the business of the page', () => {
  const render = (objectId: string) => {
    const column = auditColumns('/b/audit', () => '/b/audit/1').find(({ id }) => id === 'object');
    const row = { ...createRow({ kind: 'person', id: 'p', name: 'Ada' }), objectId };
    return renderToStaticMarkup(column?.cell(row));
  };
  expect(render('case-17')).toContain('data-whole="case-17"');
  expect(render('b')).not.toContain('data-whole');
  // Without an ID the words have its room.
  expect(render('case-17')).toContain('max-w-36');
  expect(render('b')).not.toContain('max-w-36');
});
