import { answerMcpRequest } from '#lib/api/index.ts';

export { answerMcpRequest as DELETE, answerMcpRequest as GET, answerMcpRequest as POST };
