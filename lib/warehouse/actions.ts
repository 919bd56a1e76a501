'use server';

import { runAction } from '#lib/access/index.ts';
import { copyNow, removeWarehouse, setWarehouse } from './change-warehouse.ts';
import { setWarehouseForm, warehouseForm } from './schema.ts';

export const setWarehouseAction = runAction(setWarehouseForm, setWarehouse);
export const copyNowAction = runAction(warehouseForm, copyNow);
export const removeWarehouseAction = runAction(warehouseForm, removeWarehouse);
