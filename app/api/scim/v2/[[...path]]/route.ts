import { answerScimRequest } from '#lib/directory/index.ts';

export {
  answerScimRequest as DELETE,
  answerScimRequest as GET,
  answerScimRequest as HEAD,
  answerScimRequest as OPTIONS,
  answerScimRequest as PATCH,
  answerScimRequest as POST,
  answerScimRequest as PUT,
};
