export * from './batch-window.ts'
export * from './keyed-mutex.ts'
export * from './retry-budget.ts'
export * from './semaphore.ts'
