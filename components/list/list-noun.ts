import { createContext, useContext } from 'react';
import { tListNouns } from '#lib/messages/list.ts';
import type { ListName } from '#lib/values/list-routes.ts';

/** The name of the list around a component. */
export const ListNameContext = createContext<ListName>('payments');

/** Returns a function that names a number of rows of this list or of another: "payment" for 1, "payments" for 97. */
export function useListNoun(): (count: number, list?: ListName) => string {
  const current = useContext(ListNameContext);
  return (count, list = current) => tListNouns(list, { count });
}
