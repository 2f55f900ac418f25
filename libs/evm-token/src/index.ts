export * from './chain-verdict.ts'
