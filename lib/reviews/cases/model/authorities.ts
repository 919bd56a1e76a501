import { tReviewCaseReport } from '#lib/messages/review-reports.ts';

/** The authorities that assign references of a known form, and `other` for all others. Codes are stored. */
export const authorities = ['fincen', 'other'] as const;
export type Authority = (typeof authorities)[number];

/** Forms of references. An authority without a documented form has none, so its references are free text. */
const referenceForms: Readonly<Record<Authority, RegExp | null>> = {
  // The BSA Identifier that the acknowledgement assigns to each report, and that "Prior report BSA Identifier" of a
  // corrected report names: 14 digits. 14 zeros stand for an unknown one. Source: FinCEN Suspicious Activity Report
  // (FinCEN SAR) Electronic Filing Requirements.
  fincen: /^(?!0{14}$)[0-9]{14}$/,
  other: null,
};

/** Returns the name of an authority. */
export const formatAuthority = (authority: Authority): string =>
  tReviewCaseReport(`report.authorities.${authority}`);

/** Returns a sentence if the reference doesn't have the form of the authority, otherwise null. */
export const describeWrongReference = (authority: Authority, reference: string): string | null =>
  referenceForms[authority]?.test(reference.trim()) === false
    ? tReviewCaseReport('report.referenceForm')
    : null;
