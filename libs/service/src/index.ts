export * from './telemetry/backpressure.ts'
export * from './clock.ts'
export * from './config/common-settings.ts'
export * from './config/define-config.ts'
export * from './config/nearest-name.ts'
export * from './config/print-config.ts'
export * from './config/read-config.ts'
export * from './config/service-variables.ts'
export * from './config/setting.ts'
export {
  caseworkFailPoints,
  type FailPoint,
  failPoint,
  failPoints,
  paymentFailPoints,
  sandboxFailPoints,
} from './fail-point.ts'
export * from './ids.ts'
export * from './telemetry/certificate-metrics.ts'
export * from './telemetry/limiter-metrics.ts'
export * from './telemetry/log.ts'
export * from './telemetry/metrics.ts'
export * from './telemetry/probes.ts'
export * from './sweepers/sweeper.ts'
export * from './lifecycle/run-migrations.ts'
export * from './lifecycle/run-service.ts'
export * from './lifecycle/service-definition.ts'
export * from './lifecycle/service-program.ts'
export * from './lifecycle/start-service.ts'
