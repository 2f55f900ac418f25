export { allBusPermissions, type BusPermissions } from './bus-permissions.ts'
export {
  type Condition,
  type DeployedProcess,
  deployedProcesses,
  type DeployedServer,
  deployedServers,
  internalPort,
  probes,
  type ProcessName,
  type Program,
  publicPort,
  stopGraceSeconds,
  stopSeconds,
} from './processes.ts'
export { imagePrograms } from './image-programs.ts'
export { givenSecrets, languageModelKeys, languageModelVariables } from './language-models.ts'
export { type OutwardSetting, outwardSettingsOf } from './outward.ts'
export { type Resources, resourcesOf } from './resources.ts'
export { postgresConnections } from './scaling/connections.ts'
export {
  type Scaling,
  type ScalingBehavior,
  type ScalingDirection,
  type ScalingFallback,
  type ScalingPolicy,
  scalings,
  type ScalingTrigger,
} from './scaling/scaling.ts'
export { allRoles, type SchemaRoles, schemaRoles } from './schema-roles.ts'
export {
  allSecrets,
  busPassword,
  databaseUrl,
  keyPepper,
  reviewKey,
  natsPasswordVariable,
  type Secret,
  superuser,
  superuserPassword,
} from './secrets.ts'
export {
  type Place,
  type ServerName,
  type Setting,
  type SettingValue,
  sharedSettings,
  toVariable,
} from './settings.ts'
