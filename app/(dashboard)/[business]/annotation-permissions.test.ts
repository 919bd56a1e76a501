import { expect, test } from 'vitest';
import { toAnnotationPermissions } from './annotation-permissions.ts';

type Scope = Parameters<typeof toAnnotationPermissions>[0];
const scopeOf = (...permissions: readonly string[]): Pick<Scope, 'may'> => ({
  may: (permission) => permissions.includes(permission),
});

test('names the right to see cases only to people who have it', () => {
  expect(toAnnotationPermissions(scopeOf('record.annotate'))).toEqual({ mayAnnotate: true });
  expect(toAnnotationPermissions(scopeOf('record.annotate', 'review.work'))).toEqual({
    mayAnnotate: true,
    maySeeCases: true,
  });
});
