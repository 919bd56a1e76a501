/** Answers unknown addresses below /api. Without it, they would open pages of a business called "api". */
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
