import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';
import { ownerOnly, reviewRoles } from './roles.ts';

const ofCase = ({ business, case: caseId }: RecordIds) => ({ businessId: business, caseId });

const conflict: readonly AllowedResult[] = ['conflict'];
const conflictOrInvalid: readonly AllowedResult[] = ['conflict', 'invalid'];

/** Actions on reports, drafts and reads of a case, with the roles that may use them. */
export const reportActions = {
  saveDraftAction: {
    roles: reviewRoles,
    otherResults: conflict,
    input: ({ business, case: caseId }: RecordIds) => ({
      businessId: business,
      form: 'case-note',
      subject: caseId,
      fields: { text: 'Crossed' },
    }),
  },
  discardDraftAction: {
    roles: reviewRoles,
    input: ({ business, case: caseId }: RecordIds) => ({
      businessId: business,
      form: 'case-note',
      subject: caseId,
    }),
  },
  setCategoriesAction: {
    roles: ownerOnly,
    input: ({ business }: RecordIds) => ({ businessId: business, categories: 'CROSSED' }),
  },
  saveReasonTemplateAction: {
    roles: ownerOnly,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      templateId: null,
      version: 0,
      kind: 'clear',
      name: 'Crossed',
      text: 'Crossed with every role here',
    }),
  },
  removeReasonTemplateAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, templateId: randomUUID(), version: 1 }),
  },
  readCaseNowAction: { roles: reviewRoles, input: ofCase },
  saveReportAction: {
    roles: reviewRoles,
    otherResults: conflict,
    input: (place: RecordIds) => ({
      ...ofCase(place),
      version: 0,
      narrative: 'Crossed with every role here',
    }),
  },
  fileReportAction: {
    roles: reviewRoles,
    otherResults: conflict,
    input: (place: RecordIds) => ({
      ...ofCase(place),
      version: 1,
      authority: 'other',
      reference: 'Crossed',
      filedOn: '2026-01-05',
    }),
  },
  amendReportAction: {
    roles: reviewRoles,
    otherResults: conflictOrInvalid,
    input: (place: RecordIds) => ({
      ...ofCase(place),
      amendments: 0,
      narrative: 'Crossed with every role here',
      reference: 'Crossed',
      filedOn: '2026-01-05',
      reason: 'Crossed with every role here',
    }),
  },
};
