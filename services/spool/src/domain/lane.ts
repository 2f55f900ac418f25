import type { Lane } from '@outturn/contracts'

/** Ways of funding that this service settles itself. It has no adapter, so the parties settle by the receipt. */
export const settlementAdapters: ReadonlySet<Lane['funding']> = new Set()
