import { answerMcpRequest } from '#lib/api/index.ts';

export {
  answerMcpRequest as DELETE,
  answerMcpRequest as GET,
  answerMcpRequest as HEAD,
  answerMcpRequest as OPTIONS,
  answerMcpRequest as PATCH,
  answerMcpRequest as POST,
  answerMcpRequest as PUT,
};
