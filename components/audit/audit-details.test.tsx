import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listDetails } from '#lib/audit/entry-details.ts';
import { AuditDetails, AuditSummary } from './audit-details.tsx';

const readText = (markup: string) => markup.replaceAll(/<[^>]*>/g, '');

const renderSummary = (action: string, before: object | null, after: object) =>
  readText(
    renderToStaticMarkup(
      <AuditSummary
        details={listDetails(
          action,
          before === null ? null : JSON.stringify(before),
          JSON.stringify(after),
          new Map(),
        )}
      />,
    ),
  );

test('shows line breaks of a text as line breaks, and names other invisible characters', () => {
  const details = listDetails('note.write', null, JSON.stringify({ text: 'a\r\nb\nc\u202ed' }), new Map());
  expect(readText(renderToStaticMarkup(<AuditDetails details={details} />))).toContain('a\nb\ncU+202Ed');
  expect(renderSummary('note.write', null, { text: 'a\nb' })).toBe('Text: a\nb');
});

test('shows from which role to which role', () => {
  expect(renderSummary('role.grant', { role: 'viewer' }, { role: 'owner' })).toBe('Role: Viewer → Owner');
});

test('names the method of two-factor authentication', () => {
  expect(renderSummary('person.set-up-factor', null, { kind: 'totp' })).toBe('Method: Authenticator app');
});
