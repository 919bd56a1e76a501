import { outline, withFields } from '#components/query/outline.ts';
import type { ListPage } from '#lib/lists/model/query.ts';

/** A page of a list as its route answers it. */
export const pageShape = <Row>() =>
  outline<ListPage<Row>>(withFields('rows', 'before', 'after', 'isCursorInvalid', 'scannedTo', 'count'));
