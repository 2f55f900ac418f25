import type { ApiOperations } from './generated/resources.ts'
import { type ClientOptions, toSettings } from './http/client-options.ts'
import { createOperations } from './http/create-operations.ts'
import { createSend } from './http/send.ts'
import { createReceipts, type Receipts } from './resources/receipts.ts'
import { createSpools, type Spools } from './resources/spools.ts'

/** A client of one service with one key: every operation of the interface, in groups. */
export interface Client extends Omit<ApiOperations, 'spools' | 'receipts'> {
  readonly spools: Spools
  readonly receipts: Receipts
  /** The same client with other options, such as the key of another party or the token of a sandbox session. */
  withOptions(options: ClientOptions): Client
}

/**
 * A client of one service. Without options it takes the address from `OUTTURN_URL` and the key from `OUTTURN_KEY`. A call rejects with
 * `OutturnError` when the service refuses, and with `OutturnUnreachable` when there is no answer.
 */
export function createClient(options: ClientOptions = {}): Client {
  const settings = toSettings(options)
  const operations = createOperations(createSend(settings), settings.slug)
  return {
    ...operations,
    spools: createSpools(operations, settings.pause),
    receipts: createReceipts(operations),
    withOptions: (others) => createClient({ ...options, ...others }),
  }
}
