/** The release that is fetched where no package manager offers one; the tests run on this line. */
export const natsRelease = '2.15.1'
