import { tStart } from '#lib/messages/commands.ts';
import type { FirstSignIns } from './first-data.ts';

/** Returns what `npm start` prints once everything runs: its addresses, and how to sign in at first. */
export function formatSummary({
  seconds,
  address,
  intake,
  sandbox,
  firstSignIns: { signIns, setUpLink },
}: {
  readonly seconds: string;
  readonly address: string;
  readonly intake: string;
  /** Null with a real service. */
  readonly sandbox: string | null;
  readonly firstSignIns: FirstSignIns;
}): string {
  const lines = ['', tStart('ready', { seconds, address }), tStart('intake', { address: intake })];
  if (sandbox !== null) lines.push(tStart('sandbox', { address: sandbox }));
  if (signIns.length > 0) lines.push('', tStart('signIns'));
  const width = Math.max(0, ...signIns.map(({ email }) => email.length));
  for (const { role, email, password } of signIns) {
    lines.push(`  ${role.padEnd(12)}${email.padEnd(width + 3)}${password}`);
  }
  if (setUpLink !== null) lines.push('', tStart('setUpLink'), `  ${setUpLink}`);
  lines.push('', tStart('stop'));
  return `${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}
