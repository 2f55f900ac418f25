export * from './catalogue.ts'
export * from './declarations.ts'
export * from './streams/store-checks.ts'
