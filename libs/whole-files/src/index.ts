export { createFile, replaceFile, replaceFileBy } from './whole-file.ts'
