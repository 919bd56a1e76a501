/** Where a record of a business is read. Whatever its id holds, it stands for itself and adds no part to the path. */
export const recordAddress = (businessId: string, topic: string, id: string): string =>
  `/api/businesses/${businessId}/${topic}/${encodeURIComponent(id)}`;
