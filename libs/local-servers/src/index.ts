export { type Authority, type CertificateFiles, makeAuthority } from './certificates.ts'
export { freePort, isPortFree } from './free-port.ts'
export { type GuardedCommand, type GuardedProcess, startGuarded } from './guarded-process.ts'
export { LocalServerError } from './local-server-error.ts'
export { type NatsOptions, type RunningNats, startNats } from './nats/nats.ts'
export { type FindNatsOptions, findNatsServer, type NatsBinary } from './nats/nats-binary.ts'
export {
  type PostgresOptions,
  type RunningPostgres,
  removePostgresData,
  setAsidePostgresData,
  startPostgres,
} from './postgres.ts'
export { setAside, setAsideFolders } from './set-aside.ts'
export { type RunningStripe, startStripe, type StripeFault } from './stripe/stripe.ts'
export { type Account, canReach, reachableFolder, unprivilegedAccount } from './postgres-account.ts'
export { findPostgres, type PostgresBinaries, type PostgresSource } from './postgres-binaries.ts'
