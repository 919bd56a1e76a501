import { answerDocumentRequest } from '#lib/api/index.ts';

export {
  answerDocumentRequest as DELETE,
  answerDocumentRequest as GET,
  answerDocumentRequest as HEAD,
  answerDocumentRequest as OPTIONS,
  answerDocumentRequest as PATCH,
  answerDocumentRequest as POST,
  answerDocumentRequest as PUT,
};
