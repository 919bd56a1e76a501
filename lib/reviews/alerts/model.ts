import { tReviewMail } from '#lib/messages/review-mail.ts';
import type { CaseId } from '#lib/values/ids.ts';

/** Composes the desk's mail. Mail leaves the system, so it has case numbers, kinds and links, and no details of a case. */

export const alertKinds = ['disagreement', 'overdue', 'reopened', 'opened'] as const;
export type AlertKind = (typeof alertKinds)[number];

export type Digest = {
  readonly businessId: string;
  readonly businessName: string;
  /** Base URL of the product, without a trailing slash. */
  readonly appUrl: string;
  readonly alerts: readonly { readonly kind: AlertKind; readonly caseId: CaseId; readonly number: number }[];
};

/** Number of cases of a kind that are listed; the others are only counted. */
const listedCases = 20;

/** Returns one line without control and formatting characters, so that a mail program can't act on any. */
export const toSingleLine = (text: string, maxLength = 80): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength);

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

type AlertGroup = {
  readonly kind: AlertKind;
  readonly count: number;
  readonly links: readonly { readonly label: string; readonly href: string }[];
  /** Number of cases that are not listed. */
  readonly more: number;
};

function groupAlerts({ alerts, appUrl, businessId }: Digest): readonly AlertGroup[] {
  return alertKinds.flatMap((kind) => {
    const ofKind = alerts.filter((alert) => alert.kind === kind).toSorted((a, b) => a.number - b.number);
    if (ofKind.length === 0) return [];
    const links = ofKind.slice(0, listedCases).map(({ caseId, number }) => ({
      label: tReviewMail('case', { number: String(number) }),
      href: `${appUrl}/${businessId}/reviews/${caseId}`,
    }));
    return [{ kind, count: ofKind.length, links, more: ofKind.length - links.length }];
  });
}

/** Composes the mail as text and as HTML. */
export function composeDigest(digest: Digest): { subject: string; text: string; html: string } {
  const business = toSingleLine(digest.businessName) || tReviewMail('unnamedBusiness');
  const deskUrl = `${digest.appUrl}/${digest.businessId}/reviews`;
  const settingsUrl = `${deskUrl}/figures`;
  const groups = groupAlerts(digest);
  const counts = groups.map(({ kind, count }) => tReviewMail(`count.${kind}`, { count })).join(', ');
  const text = [
    tReviewMail.markup('heading', { business, name: (chunks) => chunks }),
    '',
    ...groups.flatMap(({ kind, count, links, more }) => [
      tReviewMail(`group.${kind}`, { count }),
      ...links.map(({ label, href }) => `  ${label}  ${href}`),
      ...(more > 0 ? [`  ${tReviewMail('more', { count: more })}`] : []),
      '',
    ]),
    tReviewMail('queueAt', { url: deskUrl }),
    '',
    tReviewMail('confidential'),
    tReviewMail('reason', { business }),
    tReviewMail('switchOffAt', { url: settingsUrl }),
    '',
  ].join('\n');
  const link = (href: string, label: string) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
  const heading = tReviewMail.markup('heading', {
    business: escapeHtml(business),
    name: (chunks) => `<strong>${chunks}</strong>`,
  });
  const notes = [tReviewMail('confidential'), tReviewMail('reason', { business })].map(escapeHtml);
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${tReviewMail('title')}</title></head><body>`,
    `<p>${heading}</p>`,
    ...groups.map(({ kind, count, links, more }) => {
      const items = links.map(({ label, href }) => `<li>${link(href, label)}</li>`).join('');
      const rest = more > 0 ? `<li>${tReviewMail('more', { count: more })}</li>` : '';
      return `<p>${escapeHtml(tReviewMail(`group.${kind}`, { count }))}</p><ul>${items}${rest}</ul>`;
    }),
    `<p>${link(deskUrl, tReviewMail('queue'))}</p>`,
    `<p><small>${notes.join(' ')} ${link(settingsUrl, tReviewMail('switchOff'))}</small></p>`,
    '</body></html>',
  ].join('\n');
  return { subject: tReviewMail('subject', { business, counts }), text, html };
}
