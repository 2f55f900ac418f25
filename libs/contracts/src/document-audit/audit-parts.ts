/**
 * What the threads that compute audits need of the contracts. A thread that loads all of them takes a second and 50 MB before its first
 * audit.
 */
export { Refusal } from '../errors/refusal.ts'
export { refusalToMessage } from '../errors/refusal-message.ts'
export { unprocessable } from '../errors/refusals.ts'
export { InvoiceAuditRequest } from '../http/audits/invoice-audit.ts'
export { PromiseReplayRequest } from '../http/audits/promise-replay.ts'
