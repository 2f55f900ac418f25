export { type BuildOptions, buildGithubAction, buildPackage } from './build-package.ts'
export { type PublishedPackage, publishedPackages } from './published-packages.ts'
