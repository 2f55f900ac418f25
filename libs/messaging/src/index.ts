export * from './bus.ts'
export type { CommandCounters } from './commands/command-server.ts'
export { type BusHealth, natsTls, type TlsFiles, type TlsVariables, wantsTls } from './connection.ts'
export * from './queues/delivery.ts'
export * from './accounts/account-export.ts'
export * from './commands/handler.ts'
export type { QueueCounters } from './queues/queue.ts'
export { JobRefused } from './queues/result-inbox.ts'
export type { Relay, RelayCounters, RelayOptions } from './events/relay.ts'
export type { Reply, Requester, RequestOptions } from './commands/requester.ts'
export { createProcessSubjects, type ProcessSubjects } from './commands/process-subjects.ts'
export { type PackedText, replyInParts } from './commands/reply-in-parts.ts'
export { assertReplyFits, ordinaryReplyBytes, ReplyTooLong } from './commands/reply-size.ts'
export { type AnswerMemory, createAnswerMemory } from './answer-memory.ts'
export { countWork, type WorkUnderWay } from './work-under-way.ts'
export { ownTurn } from './pacing.ts'
export { packed, unpackedLength } from './messages/packed-body.ts'
export { maxParts } from './packets/packet-bounds.ts'
export { storedReplyOf } from './commands/stored-reply-of.ts'
export { ensureStreams, keepStreams, type KeptStreams, type StreamOptions } from './streams.ts'
export type { QueueBacklog } from './queues/queue-backlog.ts'
export type { StreamHealth } from './stream-checks.ts'
export {
  activeTraceContext,
  activeTraceIds,
  type TraceContext,
  traceMessages,
} from './messages/trace-context.ts'
