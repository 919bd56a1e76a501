/** Returns the API address of a record. The id is encoded, so that it can't add segments to the path. */
export const recordAddress = (businessId: string, topic: string, id: string): string =>
  `/api/businesses/${businessId}/${topic}/${encodeURIComponent(id)}`;
