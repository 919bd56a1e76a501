import type { CreationDetailsForm } from '../schema/details.ts';

/** Returns true when the request has a note or labels, which need the permission to annotate. */
export const hasAnnotations = ({ note = '', labels = [] }: CreationDetailsForm): boolean =>
  note !== '' || labels.length > 0;

/** Returns the details as text for the audit entry of a request. */
export const auditDetails = ({
  note = '',
  labels = [],
  formerPaymentId,
}: CreationDetailsForm): Readonly<Record<string, string>> => ({
  ...(note !== '' && { note }),
  ...(labels.length > 0 && { labels: labels.join(', ') }),
  ...(formerPaymentId && { formerPaymentId }),
});

/** Splits typed label names at commas and line breaks. */
export const splitLabels = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,\n]/u)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
