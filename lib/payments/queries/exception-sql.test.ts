import { expect, test } from 'vitest';
import { exceptionItemSql } from './exception-sql.ts';

test('plans the condition of a tolerance once for each page, not once for each field', () => {
  expect(exceptionItemSql.match(/FROM business t/g)).toHaveLength(1);
});
