import { exceptionList } from '#lib/exceptions/model.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';
import { tPalette } from '#lib/messages/search.ts';
import type { SearchedList } from '#lib/search/schema/search.ts';

/** Returns links to the search of each list with results. Exceptions include resolved ones. */
export const listSearchLinks = (businessId: string, lists: readonly SearchedList[], typed: string) =>
  lists.map((list) => {
    const choices = list === 'exceptions' ? exceptionList.unfilteredChoices : {};
    return {
      label: tPalette(`seeAll.${list}`),
      href: `/${businessId}/${list}?${listAddress({ ...wholeList, choices, q: typed })}`,
    };
  });
