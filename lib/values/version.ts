/** The version of this program, by Semantic Versioning. `npm run release` keeps it equal to package.json. */
export const version = '0.2.0';
