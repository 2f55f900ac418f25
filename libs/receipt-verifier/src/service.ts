export { type ServiceKeysOptions, serviceKeys, serviceStatus } from './gate/service-source.ts'
