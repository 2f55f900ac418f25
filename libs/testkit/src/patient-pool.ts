/** For pools of tests, which ask what a service does and not when a machine that is full makes it refuse work. */
export const patientPool = { poolWaitMs: 30_000, statementTimeoutMs: 30_000 }
