import { expect, test } from 'vitest';
import { addCounterpartyNoteForm } from '../../counterparties/schema-notes.ts';
import { amendReportForm, saveReportForm } from '../../reports/schema.ts';
import { addNoteForm, decideProposalForm } from './case.ts';

const ids = { businessId: 'b', caseId: 'c' };
const counterparty = { kind: 'entity', value: 'A mixer', tag: null };
const amendment = { ...ids, amendments: 0, reference: 'FIU-1', filedOn: '2026-11-25' };

test.each([
  ['note', (text: string) => addNoteForm.safeParse({ ...ids, text })],
  [
    'note about a counterparty',
    (text: string) => addCounterpartyNoteForm.safeParse({ businessId: 'b', counterparty, text }),
  ],
  [
    'comment on a proposal',
    (comment: string) =>
      decideProposalForm.safeParse({ ...ids, version: 1, answer: 'decline', comment, seen: [] }),
  ],
  ['report', (narrative: string) => saveReportForm.safeParse({ ...ids, version: 0, narrative })],
  [
    'amended report',
    (narrative: string) =>
      amendReportForm.safeParse({ ...amendment, narrative, reason: 'The amount was wrong.' }),
  ],
])('a %s of a review is at least a sentence', (_name, parse) => {
  for (const text of ['.', 'ok', 'x x x x x x x x x x x x x x x x'])
    expect(parse(text).error?.issues[0]?.message).toMatch(/^Write a sentence/);
  expect(parse('The customer sent the invoice.').success).toBe(true);
});
