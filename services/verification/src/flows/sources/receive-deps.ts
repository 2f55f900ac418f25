import type { Clock } from '@outturn/service'
import type { SourceSecrets } from '../../adapters/source-secrets.ts'
import type { DeliveryLimits } from '../../domain/sources/delivery-limits.ts'
import type { SourceWithKeys } from '../../store/sources/source-keys-store.ts'
import type { TakeDelivery } from './take-deliveries.ts'

/** What the handler of deliveries works with. */
export type ReceiveDeps = {
  readonly clock: Clock
  readonly secrets: SourceSecrets
  readonly limits: DeliveryLimits
  readonly readSigner: (sourceId: string) => Promise<SourceWithKeys | null>
  readonly takeDelivery: TakeDelivery
}
