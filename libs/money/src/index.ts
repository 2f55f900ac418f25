export * from './convert.ts'
export * from './decimal.ts'
export * from './dollars.ts'
export * from './json-number.ts'
