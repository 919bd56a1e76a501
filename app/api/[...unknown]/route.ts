/** An address under /api that nothing has: without this a page of a business called "api" would answer for it. */
const nothingHere = () => new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });

export {
  nothingHere as DELETE,
  nothingHere as GET,
  nothingHere as HEAD,
  nothingHere as OPTIONS,
  nothingHere as PATCH,
  nothingHere as POST,
  nothingHere as PUT,
};
