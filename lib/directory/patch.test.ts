import { describe, expect, test } from 'vitest';
import { parseFilter, parsePath } from './parse-path.ts';
import { applyPatch, spellAttributes } from './patch.ts';

const user = {
  ...{ userName: 'ada', active: true, displayName: null, externalId: 'x' },
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ value: 'ada@example.test', type: 'work', primary: true }],
};
const toList = (value: unknown) => (Array.isArray(value) ? value : [value]);
const group = { displayName: 'Money', members: [{ value: 'a' }, { value: 'b' }] };

describe('a patch', () => {
  test.each([{ value: { toString: 1 } }, [{ value: { toString: 1 } }], { value: [[[]]] }])(
    'of %j keeps the other members',
    (value) => {
      for (const op of ['add', 'remove'] as const)
        expect(applyPatch(group, [{ op, path: 'members', value }])).toMatchObject({
          members: expect.arrayContaining(group.members),
        });
      const replaced = applyPatch({ emails: toList(value) }, [
        { op: 'remove', path: 'emails[value eq "x"]' },
      ]);
      expect(replaced).toEqual({ emails: toList(value) });
    },
  );

  test.each([
    [{ op: 'replace', path: 'active', value: 'False' }, { active: 'False' }],
    [
      { op: 'replace', value: { active: false, 'name.givenName': 'Augusta' } },
      { active: false, name: { givenName: 'Augusta', familyName: 'Lovelace' } },
    ],
    [
      { op: 'add', path: 'emails[type eq "work"].value', value: 'new@example.test' },
      { emails: [{ value: 'new@example.test', type: 'work', primary: true }] },
    ],
    [
      { op: 'replace', path: 'emails[type eq "home"].value', value: 'home@example.test' },
      { emails: [...user.emails, { type: 'home', value: 'home@example.test' }] },
    ],
    [{ op: 'remove', path: 'emails[type eq "work"]' }, { emails: [] }],
    [
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'A' },
      { displayName: 'A' },
    ],
    [
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'IT',
      },
      {},
    ],
    [{ op: 'remove', path: 'externalId' }, { externalId: null }],
    [
      { op: 'add', path: 'name', value: { formatted: 'Ada L' } },
      { name: { ...user.name, formatted: 'Ada L' } },
    ],
  ] as const)('of a user: %j', (operation, change) => {
    expect(applyPatch(user, [operation])).toEqual({ ...user, ...change });
  });

  test.each([
    [
      { op: 'add', path: 'members', value: [{ value: 'B', $ref: 'x', display: 'y' }, { value: 'c' }] },
      ['a', 'B', 'c'],
    ],
    [{ op: 'add', path: 'members', value: 'c' }, ['a', 'b', 'c']],
    [{ op: 'add', value: { members: [{ value: 'c' }] } }, ['a', 'b', 'c']],
    [{ op: 'replace', path: 'members', value: [{ value: 'c' }] }, ['c']],
    [{ op: 'remove', path: 'members', value: [{ value: 'A' }] }, ['b']],
    [{ op: 'remove', path: 'members[value eq "a"]' }, ['b']],
    [{ op: 'remove', path: 'members' }, []],
    [{ op: 'replace', value: { id: 'other', displayName: 'Money' } }, ['a', 'b']],
  ] as const)('of a group: %j', (operation, members) => {
    expect(applyPatch(group, [operation])).toEqual({
      ...group,
      members: members.map((value) => ({ value })),
    });
  });

  test.each([
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'add', value: 'text' }, 'invalidValue'],
    [{ op: 'add', path: 'emails[', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[type gt "x"].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'userName[x eq "y"]', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'members[unknown eq "y"]', value: { value: 'x' } }, 'noTarget'],
  ] as const)('is refused: %j', (operation, scimType) => {
    expect(() => applyPatch(group, [operation])).toThrow(expect.objectContaining({ scimType }));
  });

  test('keeps no attribute of the object itself', () => {
    const sent: unknown = JSON.parse('{"__proto__": {"active": true}, "constructor": 1, "USERNAME": "x"}');
    expect(Object.keys(spellAttributes(sent))).toEqual(['userName']);
    expect(applyPatch({}, [{ op: 'add', path: 'constructor.prototype', value: 1 }])).toEqual({});
  });
});

describe('a filter', () => {
  test.each([
    ['userName eq "a\\"b"', [{ attribute: 'username', value: 'a"b' }]],
    [
      'USERNAME EQ "a" AND active eq True',
      [
        { attribute: 'username', value: 'a' },
        { attribute: 'active', value: true },
      ],
    ],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', [{ attribute: 'username', value: 'a' }]],
  ] as const)('%s', (text, comparisons) => {
    expect(parseFilter(text)).toEqual(comparisons);
  });

  test.each([
    '',
    'userName',
    'userName pr',
    'userName eq a',
    'a eq "b" or c eq "d"',
    'not (a eq "b")',
    'a eq "b" and',
    'x'.repeat(3_000),
  ])('is refused: %s', (text) => {
    expect(() => parseFilter(text)).toThrow(expect.objectContaining({ scimType: 'invalidFilter' }));
  });

  test('of a path selects by one attribute', () => {
    expect(parsePath('members[value eq "a"].display')).toEqual({
      ...{ attribute: 'members', sub: 'display' },
      filter: { attribute: 'value', value: 'a' },
    });
    for (const text of ['', 'a..b', 'members[value eq "a" and type eq "b"]', 'members[]', 'a b'])
      expect(() => parsePath(text)).toThrow(expect.objectContaining({ name: 'ScimError' }));
  });
});
