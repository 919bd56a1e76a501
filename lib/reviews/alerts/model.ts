import type { CaseId } from '#lib/values/ids.ts';

/** What a mail about the desk says. It leaves the house: case numbers, what kind of thing, links. Nothing of what a case is about. */

export const alertKinds = ['disagreement', 'overdue', 'reopened', 'opened'] as const;
export type AlertKind = (typeof alertKinds)[number];

export type Digest = {
  readonly businessId: string;
  readonly businessName: string;
  /** Where people open the product, without a slash at its end. */
  readonly appUrl: string;
  readonly alerts: readonly { readonly kind: AlertKind; readonly caseId: CaseId; readonly number: number }[];
};

/** So many cases of a kind are named; the rest is a number. */
const mostNamed = 20;

const words: Readonly<
  Record<AlertKind, { readonly short: string; readonly head: (count: number) => string }>
> = {
  opened: { short: 'new', head: (count) => (count === 1 ? '1 new case' : `${count} new cases`) },
  reopened: {
    short: 'opened again',
    head: (count) => (count === 1 ? '1 case was opened again' : `${count} cases were opened again`),
  },
  overdue: {
    short: 'overdue',
    head: (count) => (count === 1 ? '1 case is overdue' : `${count} cases are overdue`),
  },
  disagreement: {
    short: 'to settle at the service',
    head: (count) =>
      count === 1
        ? '1 case where our decision and the service’s status disagree'
        : `${count} cases where our decision and the service’s status disagree`,
  },
};

/** One line, without what a mail program or a terminal would act on, right-to-left marks included. */
export const oneLine = (text: string, most = 80): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most);

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

type Part = {
  readonly head: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly more: number;
};

function partsOf({ alerts, appUrl, businessId }: Digest): readonly Part[] {
  return alertKinds.flatMap((kind) => {
    const own = alerts.filter((alert) => alert.kind === kind).toSorted((a, b) => a.number - b.number);
    if (own.length === 0) return [];
    const links = own.slice(0, mostNamed).map(({ caseId, number }) => ({
      label: `Case ${number}`,
      href: `${appUrl}/${businessId}/reviews/${caseId}`,
    }));
    return [{ head: words[kind].head(own.length), links, more: own.length - links.length }];
  });
}

const why =
  'This mail says no more on purpose: what a case is about stays in Countinghouse. Tell nobody outside compliance that a case exists.';

/** The mail in both its forms. */
export function composeDigest(digest: Digest): { subject: string; text: string; html: string } {
  const name = oneLine(digest.businessName) || 'your business';
  const desk = `${digest.appUrl}/${digest.businessId}/reviews`;
  const settings = `${desk}/figures`;
  const parts = partsOf(digest);
  const counted = alertKinds.flatMap((kind) => {
    const count = digest.alerts.filter((alert) => alert.kind === kind).length;
    return count === 0 ? [] : [`${count} ${words[kind].short}`];
  });
  const text = [
    `Review desk of ${name}`,
    '',
    ...parts.flatMap(({ head, links, more }) => [
      head,
      ...links.map(({ label, href }) => `  ${label}  ${href}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
      '',
    ]),
    `Everything that waits: ${desk}`,
    '',
    why,
    `You get it because you work reviews at ${name}. Switch it off: ${settings}`,
    '',
  ].join('\n');
  const link = (href: string, label: string) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Review desk</title></head><body>',
    `<p>Review desk of <strong>${escapeHtml(name)}</strong></p>`,
    ...parts.map(
      ({ head, links, more }) =>
        `<p>${escapeHtml(head)}</p><ul>${links.map(({ label, href }) => `<li>${link(href, label)}</li>`).join('')}${
          more > 0 ? `<li>and ${more} more</li>` : ''
        }</ul>`,
    ),
    `<p>${link(desk, 'Everything that waits')}</p>`,
    `<p><small>${escapeHtml(why)} You get it because you work reviews at ${escapeHtml(name)}. ${link(settings, 'Switch it off')}.</small></p>`,
    '</body></html>',
  ].join('\n');
  return { subject: `Review desk of ${name}: ${counted.join(', ')}`, text, html };
}
