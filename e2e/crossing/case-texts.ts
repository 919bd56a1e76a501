import { riskMark } from './records.ts';

type Insert = (table: string, row: Record<string, unknown>) => Promise<void>;

/** Adds the texts that people wrote about a case besides its notes: the report, its amendment, and a draft. */
export async function addCaseTexts(
  insert: Insert,
  own: { readonly business_id: string; readonly case_id: string },
  person: string,
): Promise<void> {
  const now = new Date();
  const filing = { saved_by: person, saved_at: now, filed_by: person, filed_at: now, filed_on: now };
  await insert('review_report', {
    ...{ ...own, ...filing, number: 0 },
    narrative: `It was ${riskMark}.`,
    reference: `FIU ${riskMark}`,
  });
  await insert('review_report', {
    ...{ ...own, ...filing, number: 1 },
    narrative: `It was also ${riskMark}.`,
    reference: `FIU amended ${riskMark}`,
    reason: `Since ${riskMark}`,
  });
  await insert('review_entity', {
    business_id: own.business_id,
    subject_kind: 'deposit',
    subject_id: own.case_id,
    relation: 'source',
    entity_key: `entity ${riskMark}`,
    name: `Entity ${riskMark}`,
    at: now,
  });
  await insert('review_watch', {
    business_id: own.business_id,
    kind: 'address',
    watch_key: `address-${riskMark}`,
    tag: riskMark,
    label: `address-${riskMark}`,
    reason: `Watched for ${riskMark}`,
    added_by: person,
    added_at: now,
    changed_by: person,
    changed_at: now,
  });
  await insert('review_note', {
    business_id: own.business_id,
    about: 'address',
    about_key: `address-${riskMark}`,
    about_tag: riskMark,
    about_label: `address-${riskMark}`,
    text: `Noted ${riskMark}`,
    person_id: person,
    at: now,
  });
  for (const [kind, subject, value] of [
    ['review-categories', '', [`CATEGORY_${riskMark}`]],
    [
      'review-template',
      own.case_id,
      { kind: 'clear', name: `Template ${riskMark}`, text: `Reason ${riskMark}` },
    ],
  ] as const)
    await insert('setting', { business_id: own.business_id, kind, subject, value });
  await insert('form_draft', {
    business_id: own.business_id,
    person_id: person,
    form: 'case-note',
    subject: own.case_id,
    fields: { text: `Draft ${riskMark}` },
    saved_at: now,
  });
}
