export * from './catalogue.ts'
export * from './declarations.ts'
