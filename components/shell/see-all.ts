import { exceptionList } from '#lib/exceptions/model.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';
import type { SearchedList } from '#lib/search/schema/search.ts';

/** Where the search of each list that has what was typed leads; of exceptions those too that were resolved. */
export const seeAll = (businessId: string, lists: readonly SearchedList[], typed: string) =>
  lists.map((list) => {
    const choices = list === 'exceptions' ? exceptionList.everything : {};
    return {
      label: `See all in ${list}`,
      href: `/${businessId}/${list}?${listAddress({ ...wholeList, choices, q: typed })}`,
    };
  });
