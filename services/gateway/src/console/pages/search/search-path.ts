/** Address of the search of the console. */
export const searchPath = '/console/search'
