// What the benchmarks in test/bench/signing measure, without the bus.
import { join } from 'node:path'

export { floorFilesIn } from '../adapters/floor-files.ts'
export { createLogFloorKeeper } from '../flows/floor/log-floor-keeper.ts'
export { type Issuer, issueReceipt } from '../domain/receipts/issue-receipt.ts'
export { createTransparencyLog, type TransparencyLog } from '../flows/log/transparency-log.ts'
export { createReceiptRecorder } from '../store/receipt-store.ts'
export { goldenSlug } from './golden-run.ts'
export { numberedRun } from './numbered-run.ts'

/** Folder of the migrations of signing. */
export const signingMigrations = join(import.meta.dirname, '../store/migrations')
