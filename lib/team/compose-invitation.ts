import 'server-only';
import { linkPlaceholder } from '#lib/mail/index.ts';
import { tInvitation } from '#lib/messages/access.ts';
import { invitationHours } from './model.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found] ?? found);

/** Names come from people and the service: one line, and of a length that a subject can hold. */
const toOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(linkPlaceholder, '')
    .trim()
    .slice(0, 80);

/** Composes the mail of an invitation. The link itself is put in when the mail is sent. */
export function composeInvitation(invitation: {
  readonly businessName: string;
  readonly inviterName: string | null;
  readonly role: string;
}): { readonly subject: string; readonly text: string; readonly html: string } {
  const business = toOneLine(invitation.businessName);
  const { role } = invitation;
  const inviter = invitation.inviterName === null ? null : toOneLine(invitation.inviterName);
  const subject = tInvitation('mail.subject', { business });
  const paragraphs = [
    inviter === null
      ? tInvitation('mail.invitedByOperator', { business, role })
      : tInvitation('mail.invited', { inviter, business, role }),
    tInvitation('mail.nextStep', { hours: String(invitationHours) }),
  ];
  const closing = tInvitation('mail.unexpected');
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    `<p><a href="${linkPlaceholder}">${linkPlaceholder}</a></p>`,
    `<p>${escapeHtml(closing)}</p>`,
    '</body></html>',
  ].join('\n');
  return { subject, text: [...paragraphs, linkPlaceholder, closing, ''].join('\n\n'), html };
}
