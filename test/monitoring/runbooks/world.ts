import type { GuardedProcess } from '@outturn/local-servers'
import type { CuttableProxy } from '../../system/cuttable-proxy.ts'
import type { System } from '../../system/running-system.ts'
import type { Ageing } from '../drill/ageing-target.ts'
import type { SmallDisks } from '../drill/small-disks.ts'
import type { Watch } from '../drill/watch.ts'

/** A system in which the causes of alerts are brought about, and what stands beside it. */
export type World = {
  readonly system: System
  readonly watch: Watch
  readonly disks: SmallDisks
  readonly ageing: Ageing
  /** Folder of the backups, into which Postgres archives. */
  readonly backups: string
  readonly further: FurtherWorker
}

/** A second process of verification, which reaches NATS by a proxy. */
export type FurtherWorker = {
  readonly proxy: CuttableProxy
  process(): GuardedProcess
  /** Starts it again, also where it was killed. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>
}
