import { expect, test } from 'vitest';
import { toAnnotationPermissions } from './annotation-permissions.ts';

type Scope = Parameters<typeof toAnnotationPermissions>[0];
const createScope = (...permissions: readonly string[]): Pick<Scope, 'may'> => ({
  may: (permission) => permissions.includes(permission),
});

test('names the right to see cases only to people who have it', () => {
  expect(toAnnotationPermissions(createScope('record.annotate'))).toEqual({ mayAnnotate: true });
  expect(toAnnotationPermissions(createScope('record.annotate', 'review.work'))).toEqual({
    mayAnnotate: true,
    maySeeCases: true,
  });
});
