import { expect, test } from 'vitest';
import { formatSummary } from './format-summary.ts';

const addresses = {
  seconds: '8.0',
  address: 'https://pay.example.com',
  intake: 'http://127.0.0.1:3001',
};
const link = `https://pay.example.com/invitation/${'a'.repeat(43)}`;

test('prints the set-up link alone in its line where no account exists, and no sandbox', () => {
  const printed = formatSummary({
    ...addresses,
    sandbox: null,
    firstSignIns: { signIns: [], setUpLink: link },
  });
  expect(printed.split('\n')).toEqual([
    '',
    '  Countinghouse is ready after 8.0 s:  https://pay.example.com',
    '  Callback address that works without the web app:  http://127.0.0.1:3001',
    '',
    '  There is no account yet. Open this link within 72 hours to become the first owner:',
    `    ${link}`,
    '',
    '  Ctrl-C stops Countinghouse. Your data is kept.',
    '',
  ]);
});

test('prints the demo sign-ins with the sandbox, and no set-up link', () => {
  const signIns = [{ role: 'owner', email: 'owner@example.test', password: 'demo-password' }];
  const printed = formatSummary({
    ...addresses,
    sandbox: 'http://127.0.0.1:4010/sandbox',
    firstSignIns: { signIns, setUpLink: null },
  });
  expect(printed).toContain('Sandbox of the payment service:  http://127.0.0.1:4010/sandbox');
  expect(printed).toMatch(/owner +owner@example\.test +demo-password/);
  expect(printed).not.toContain('no account yet');
});

test('prints neither sign-ins nor a link once an account exists', () => {
  const firstSignIns = { signIns: [], setUpLink: null };
  const printed = formatSummary({ ...addresses, sandbox: null, firstSignIns });
  expect(printed).not.toContain('Sign in with');
  expect(printed).not.toContain('no account yet');
});
