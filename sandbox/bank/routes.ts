import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { ApiError, notFound } from '../api/errors.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { readWorldSeconds } from '../world.ts';
import { createBankStatement } from './bank-lines.ts';
import { statementFormats, writeStatement } from './write-statement.ts';

const day = z.iso.date();
const query = z.object({
  businessId: z.string(),
  currency: z.string().regex(/^[A-Z]{3,5}$/),
  from: day,
  to: day,
  format: z.enum(statementFormats),
});

/** Serves statements of the merchant's bank account and wallets, as their bank would. */
export function serveBankStatements(app: FastifyInstance, { store, world }: RunningSandbox): void {
  app.get('/sandbox/api/bank-statements', (request, reply) => {
    const read = query.safeParse(request.query);
    if (!read.success) {
      const fields = z.flattenError(read.error).fieldErrors;
      throw new ApiError(422, 'INVALID', 'businessId, currency, from, to and format are needed.', fields);
    }
    const { businessId, format, ...rest } = read.data;
    const business = store.businesses.find(businessId);
    if (business === null) throw notFound('business');
    const statement = createBankStatement(store, {
      ...rest,
      businessId: business.id,
      now: readWorldSeconds(world),
    });
    const { fileName, type, text } = writeStatement(statement, format);
    return reply
      .code(200)
      .header('content-type', `${type}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .send(text);
  });
}
