import type { Clock } from '@outturn/service'
import type { SourceSecrets } from '../../adapters/source-secrets.ts'
import type { DeliveryGuard } from '../../domain/sources/delivery-rate.ts'
import type { SourceWithKeys } from '../../store/sources/source-keys-store.ts'
import type { TakeDelivery } from './take-deliveries.ts'

/** What the handler of deliveries works with. */
export type ReceiveDeps = {
  readonly clock: Clock
  readonly secrets: SourceSecrets
  readonly guard: DeliveryGuard
  readonly readSigner: (sourceId: string) => Promise<SourceWithKeys | null>
  readonly takeDelivery: TakeDelivery
}
