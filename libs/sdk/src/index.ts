export { type Client, createClient, type RecipeList, type VerifyDelivery } from './client.ts'
export { OutturnError, OutturnUnreachable } from './errors.ts'
export type { CallOptions, ClientOptions, WriteOptions } from './send.ts'
export type { ActOptions, CreateSpool, Page, SpoolsClient, SubmitEvidence, TaggedSpool } from './spools.ts'
