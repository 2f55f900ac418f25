export { type BuildOptions, buildPackage } from './build-package.ts'
export { type PublishedPackage, publishedPackages } from './published-packages.ts'
