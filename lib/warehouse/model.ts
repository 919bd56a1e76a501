/** The records that are copied, in this order. Each is one file. */
export const recordLists = [
  ...(['payments', 'deposits', 'refunds', 'withdrawals'] as const),
  ...(['exceptions', 'minimums', 'statements'] as const),
] as const;
/** Risk detail, in files of its own, so that the storage can keep it from people who read the records. */
export const riskLists = ['deposit-risk', 'withdrawal-risk'] as const;
export const warehouseLists = [...recordLists, ...riskLists] as const;
export type WarehouseList = (typeof warehouseLists)[number];

export const isRiskList = (list: WarehouseList): boolean => riskLists.some((risk) => risk === list);

/** Why a copy failed. */
export const warehouseProblems = [
  ...(['address', 'connection', 'secret', 'status', 'size'] as const),
  ...(['changed', 'unexpected'] as const),
] as const;
export type WarehouseProblem = (typeof warehouseProblems)[number];

/** A copy is tried again this often, then it waits for the next night. */
export const maximumTries = 5;
export const retryMs = 10 * 60_000;
/** A process that ends leaves its copy to another one after this time. */
export const leaseMs = 3 * 60_000;

/** Storage takes at most this much in one request. */
export const maximumFileBytes = 5 * 1_024 ** 3;

export const maximumText = 200;

const decimal = /^-?(\d+)(?:\.(\d+))?$/;

/** Returns true if digits fit a column of the type DECIMAL(38, 18), which all warehouses have. */
export function fitsDecimal(digits: string): boolean {
  const [, whole, fraction = ''] = decimal.exec(digits) ?? [];
  return whole !== undefined && whole.length <= 20 && fraction.length <= 18;
}
