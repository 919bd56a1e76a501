import type { FastifyReply } from 'fastify';
import type { Html } from './html.ts';
import { html } from './html.ts';

export type Shell = {
  readonly title: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly theme: string | null;
  readonly script: 'checkout.js' | 'panel.js';
  /** True where other sites may embed the page in a frame, as they may the checkout (§1). */
  readonly embeddable: boolean;
  readonly status?: number;
};

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";

/** Sends a whole page, without inline code and without resources of other hosts. */
export function sendPage(reply: FastifyReply, shell: Shell, body: Html): FastifyReply {
  const theme = shell.theme === 'dark' || shell.theme === 'light' ? shell.theme : 'auto';
  const page = html`<!doctype html>
<html lang="${shell.language}" dir="${shell.direction}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${shell.title}</title>
<link rel="stylesheet" href="/sandbox/assets/style.css">
<link rel="stylesheet" href="/sandbox/assets/checkout.css">${shell.script === 'panel.js' ? html`<link rel="stylesheet" href="/sandbox/assets/panel.css">` : null}
<script type="module" src="/sandbox/assets/${shell.script}"></script>
</head>
<body>${body}</body>
</html>`;
  return reply
    .code(shell.status ?? 200)
    .header('content-security-policy', shell.embeddable ? policy : `${policy}; frame-ancestors 'none'`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.markup);
}
