import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';

const tones: Readonly<Record<string, 'good' | 'waiting' | 'attention' | 'bad'>> = {
  NEW: 'waiting',
  PENDING: 'waiting',
  AWAITING: 'waiting',
  DEPOSITED: 'good',
  OVERPAID: 'attention',
  EXPIRED: 'attention',
  BLOCKED: 'bad',
  UNPROCESSABLE: 'bad',
  UNCONFIRMED: 'waiting',
  COMPLIANCE_REVIEW: 'attention',
  CONFIRMED: 'good',
  NON_REFUNDABLE: 'bad',
  COMPLETED: 'good',
  FAILED: 'bad',
  PROCESSING: 'waiting',
  waiting: 'waiting',
  delivered: 'good',
  'given up': 'bad',
  dropped: 'attention',
};

/** Renders a status by its name in the interface, in its colour. */
export const renderStatusBadge = (status: string): Html =>
  html`<span class="badge ${tones[status] ?? 'waiting'}">${status}</span>`;
