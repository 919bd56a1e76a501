import { expect, test } from 'vitest';
import {
  formatSection,
  hasUnreleased,
  insertSection,
  nameUnreleased,
  parseChange,
  readSection,
} from './changelog.ts';

const commit = (subject: string, body = '') => ({ subject, body });

test('groups commits by what people notice, and leaves out the others', () => {
  const section = formatSection('1.2.0 (2026-11-25)', [
    commit('fix(callbacks): retry batch after serialization failure'),
    commit('test(callbacks): cover retries'),
    commit('feat: create payments in bulk'),
    commit('Write refusals every two seconds'),
    commit('feat(docker)!: use two users of the database'),
  ]);
  expect(section).toBe(
    [
      '## 1.2.0 (2026-11-25)',
      '',
      '### Action required (see UPGRADING.md)',
      '',
      '- **docker:** use two users of the database',
      '',
      '### New',
      '',
      '- create payments in bulk',
      '',
      '### Fixed',
      '',
      '- **callbacks:** retry batch after serialization failure',
      '',
    ].join('\n'),
  );
});

test('reads a breaking change from the footer', () => {
  expect(parseChange(commit('build: raise Node', 'Why.\n\nBREAKING CHANGE: Node 24'))?.kind).toBe('breaking');
  expect(parseChange(commit('build: raise Node', 'It is no BREAKING CHANGE: of ours'))).toBeNull();
});

test('says that nothing changed', () => {
  expect(formatSection('1.0.1', [])).toBe('## 1.0.1\n\nNo visible changes.\n');
});

test('puts the newest section first and finds it again', () => {
  const empty = '# Changelog\n\nText.\n';
  const one = insertSection(empty, formatSection('1.0.0 (2026-01-01)', [commit('feat: first')]));
  const two = insertSection(one, formatSection('1.0.1 (2026-02-01)', [commit('fix: second')]));
  expect(two.match(/^## .+$/gm)).toEqual(['## 1.0.1 (2026-02-01)', '## 1.0.0 (2026-01-01)']);
  expect(two.startsWith(empty)).toBe(true);
  expect(readSection(two, '1.0.1')).toBe('### Fixed\n\n- second\n');
  expect(readSection(two, '1.0.0')).toBe('### New\n\n- first\n');
  expect(readSection(two, '1.0')).toBeNull();
});

test('names the section that was written for people, and no other', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n## Unreleased changes\n\nText.\n\n## 1.12.0 (2026-01-01)\n';
  expect(hasUnreleased(changelog)).toBe(true);
  const released = nameUnreleased(changelog, '1.13.0 (2026-03-01)');
  expect(released).toBe(changelog.replace('## Unreleased\n', '## 1.13.0 (2026-03-01)\n'));
  expect(hasUnreleased(released)).toBe(false);
  expect(nameUnreleased(released, '1.14.0')).toBe(released);
});
