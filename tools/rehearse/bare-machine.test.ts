import fs from 'node:fs';
import { expect, test } from 'vitest';
import { readSteps } from './bare-machine.ts';

test('takes the commands of the document in their order', () => {
  const steps = readSteps(fs.readFileSync('docs/install.md', 'utf8'));
  expect(steps.map((step) => step.split(' ')[0])).toEqual(['adduser', 'set', 'install']);
  expect(steps[0]).toContain('git clone REPOSITORY /opt/countinghouse');
  expect(steps[1]).toMatch(/^DIRECT_URL=\S+ npm run setup$/m);
  expect(steps[2]).toContain('systemctl enable --now countinghouse-web');
});
