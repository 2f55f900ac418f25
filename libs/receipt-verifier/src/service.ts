export {
  type ServiceKeysOptions,
  fetchKeyDocument,
  serviceKeys,
  serviceStatus,
} from './gate/service-source.ts'
