import { expect, test } from 'vitest';
import { brand } from '#lib/values/brand.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { composeDigest, toSingleLine } from './model.ts';

const composeFor = (businessName: string) =>
  composeDigest({
    businessId: 'b',
    businessName,
    appUrl: 'https://house.test',
    alerts: [
      { kind: 'opened', caseId: brand<CaseId>('c2'), number: 2 },
      { kind: 'overdue', caseId: brand<CaseId>('c1'), number: 1 },
    ],
  });

test('names the kind, the number and the link of each case', () => {
  const { subject, text, html } = composeFor('Harbour Books');
  expect(subject).toBe('Reviews at Harbour Books: 1 overdue case, 1 new case');
  expect(text).toContain('1 new case\n  Case 2  https://house.test/b/reviews/c2');
  expect(html).toContain('<a href="https://house.test/b/reviews/c1">Case 1</a>');
  expect(text).toContain('https://house.test/b/reviews/figures');
});

test('shortens a business name to one line and escapes its markup', () => {
  expect(toSingleLine('a\r\nBcc: b\u0000\u2028\u202ec  d')).toBe('a Bcc: b c d');
  expect(toSingleLine('x'.repeat(300))).toHaveLength(80);
  const { subject, html } = composeFor('<img src=x onerror="alert(1)">\'&');
  expect(subject.length).toBeLessThanOrEqual(200);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;');
  expect(html).not.toContain('<img');
  expect(composeFor('\u202e').subject).toContain('your business');
});
