/** Most payment IDs of one list. */
export const maximumListedIds = 500;
/** Time between the starts of two reads. It is the pace at which files of payments begin, too. */
export const listedReadMs = 500;

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** Finds payment IDs in any text, such as lines, CSV or addresses of pages, each once and in lower case. */
export const findPaymentIds = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(uuid)].map(([id]) => id.toLowerCase())),
];
