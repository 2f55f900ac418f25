/** The members of a Cluster of CloudNativePG 1.27 that the worked example uses; another one does not compile. */
export interface ICluster {
  apiVersion: 'postgresql.cnpg.io/v1'
  kind: 'Cluster'
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  spec: {
    instances: number
    imageName: string
    enableSuperuserAccess?: boolean
    superuserSecret?: { name: string }
    bootstrap?: {
      initdb: {
        database: string
        owner: string
        encoding?: string
        localeProvider?: string
        builtinLocale?: string
      }
    }
    postgresql?: {
      parameters?: Record<string, string>
      synchronous?: { method: 'any' | 'first'; number: number; dataDurability?: 'required' | 'preferred' }
      pg_hba?: string[]
    }
    storage: { size: string; storageClass?: string }
    walStorage?: { size: string; storageClass?: string }
    resources?: { requests?: Record<string, string>; limits?: Record<string, string> }
    affinity?: {
      enablePodAntiAffinity?: boolean
      topologyKey?: string
      podAntiAffinityType?: 'preferred' | 'required'
    }
    certificates?: { serverCASecret?: string; serverTLSSecret?: string }
    plugins?: { name: string; isWALArchiver?: boolean; parameters?: Record<string, string> }[]
    monitoring?: { enablePodMonitor?: boolean }
  }
}

export interface IScheduledBackup {
  apiVersion: 'postgresql.cnpg.io/v1'
  kind: 'ScheduledBackup'
  metadata: { name: string; namespace?: string }
  spec: {
    schedule: string
    immediate?: boolean
    backupOwnerReference?: 'none' | 'self' | 'cluster'
    method?: 'barmanObjectStore' | 'volumeSnapshot' | 'plugin'
    pluginConfiguration?: { name: string }
    cluster: { name: string }
  }
}

/** An ExternalSecret of the External Secrets Operator, as the README of the chart shows it. */
export interface IExternalSecret {
  apiVersion: 'external-secrets.io/v1'
  kind: 'ExternalSecret'
  metadata: { name: string; namespace?: string }
  spec: {
    refreshInterval?: string
    secretStoreRef: { kind: 'ClusterSecretStore' | 'SecretStore'; name: string }
    target: { name: string }
    dataFrom?: { extract: { key: string } }[]
  }
}
