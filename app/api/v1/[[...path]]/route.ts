import { answerApiRequest } from '#lib/api/index.ts';

export {
  answerApiRequest as DELETE,
  answerApiRequest as GET,
  answerApiRequest as HEAD,
  answerApiRequest as OPTIONS,
  answerApiRequest as PATCH,
  answerApiRequest as POST,
  answerApiRequest as PUT,
};
