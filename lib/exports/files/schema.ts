import * as z from 'zod';
import { exportNames, fileFormats } from '../schema.ts';

const businessId = z.uuid();

/** `query` is the URL query of the list: filters, order and selected columns. */
export const startFileForm = z.object({
  businessId,
  list: z.enum(exportNames),
  format: z.enum(fileFormats),
  query: z.string().max(16_000),
});

export const exportFileForm = z.object({ businessId, fileId: z.uuid() });
