import { checkFields, withFields } from '#components/query/check-fields.ts';
import type { ListPage } from '#lib/lists/model/query.ts';

/** A page of a list as its route answers it. */
export const listPageShape = <Row>() =>
  checkFields<ListPage<Row>>(withFields('rows', 'before', 'after', 'isCursorInvalid', 'searchedDays'));
