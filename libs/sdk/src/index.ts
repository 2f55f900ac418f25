export { type Client, createClient, type VerifyDelivery } from './client.ts'
export { OutturnError, OutturnUnreachable } from './errors.ts'
export type { CallOptions, ClientOptions, WriteOptions } from './send.ts'
export type { ActOptions, CreateSpool, Page, SpoolsClient, TaggedSpool } from './spools.ts'
export type {
  CompiledPolicy,
  CompilePolicyRequest,
  ConfirmedPolicy,
  ConfirmPolicyRequest,
  RowField,
  StatedCheck,
  TextQuestion,
  UnsupportedText,
} from '@outturn/contracts'
