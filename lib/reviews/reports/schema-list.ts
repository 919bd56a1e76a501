import type { ListSpec } from '#lib/lists/model/query.ts';
import { tReviewRegister } from '#lib/messages/review-reports.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { SubjectKind } from '../model.ts';
import type { Person } from '../settings/schema-person.ts';

/** The states of a report in the register. */
export const reportStates = ['draft', 'filed'] as const;
type ReportState = (typeof reportStates)[number];

/** The filters of the register of reports, named as in the URL. */
export const reportList = {
  name: 'case-reports',
  filters: {
    state: {
      kind: 'choice',
      label: tReviewRegister('filter.state'),
      choices: reportStates.map((value) => ({ value, label: tReviewRegister(`state.${value}`) })),
    },
    kind: {
      kind: 'choice',
      label: tReviewRegister('filter.kind'),
      choices: [
        { value: 'first', label: tReviewRegister('filterChoice.first') },
        { value: 'amended', label: tReviewRegister('filterChoice.amended') },
        { value: 'amendment', label: tReviewRegister('filterChoice.amendment') },
      ],
    },
    subject: {
      kind: 'choice',
      label: tReviewRegister('filter.subject'),
      choices: [
        { value: 'deposit', label: tReviewRegister('filterChoice.deposit') },
        { value: 'withdrawal', label: tReviewRegister('filterChoice.withdrawal') },
        { value: 'payment', label: tReviewRegister('filterChoice.payment') },
      ],
    },
    author: {
      kind: 'choice',
      label: tReviewRegister('filter.author'),
      choices: [
        { value: 'me', label: tReviewRegister('filterChoice.me') },
        { value: 'others', label: tReviewRegister('filterChoice.others') },
      ],
    },
    filedOn: { kind: 'days', label: tReviewRegister('filter.filedOn') },
    recordedAt: { kind: 'days', label: tReviewRegister('filter.recordedAt'), orders: 'own' },
  },
} as const satisfies ListSpec;

/** A report in the register, or an amendment of it. */
export type ReportRow = {
  readonly reportId: string;
  readonly caseId: string;
  readonly caseNumber: number;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  /** The client's own ID of the payment or withdrawal. */
  readonly recordReference: string | null;
  readonly state: ReportState;
  /** 0 for the first report, then the number of the amendment. */
  readonly number: number;
  /** The number of amendments of the first report. */
  readonly amendments: number;
  /** The number that the authority assigned. Null for a draft. */
  readonly reference: string | null;
  /** The reference of the first report, in the row of an amendment. */
  readonly amends: string | null;
  /** The person who filed it, or who last saved the draft. */
  readonly author: Person;
  /** The day on which the authority received it, as `2026-11-25`. */
  readonly filedOn: string | null;
  readonly recordedAt: Instant;
};
