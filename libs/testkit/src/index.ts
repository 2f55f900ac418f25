export { busPassword, deploymentUsers } from './deployment-users.ts'
export { type FixedClock, fixedClock } from './fixed-clock.ts'
export { type TestDatabase, testDatabase } from './test-database.ts'
export { type TestNats, type TestNatsOptions, testNats } from './test-nats.ts'
