import type { Command, CommandInput, CommandOutput, Principal } from '@outturn/contracts'
import type { StoredReply } from '@outturn/postgres'
import type { TraceContext } from '../messages/trace-context.ts'

/** What a handler knows about a command beside its input. */
export type CommandContext = {
  readonly principal: Principal
  /** The same for every repetition of one request. */
  readonly commandId: string
  /** Digest of what was asked; a known command id with another digest is a conflict. */
  readonly bodyDigest: string
  readonly requestId: string
  /** When the requester stops waiting, epoch ms by the clock of this machine. */
  readonly deadline: number
  readonly now: Date
  /** For how many bytes of the reply the requester has room; undefined for any number. */
  readonly replyRoom?: number
  readonly traceContext: TraceContext
}

export type RawOptions = {
  isReplayed?: boolean
  /** Length of the text whose gzip file the payload is, bytes. */
  packedBytes?: number
  /** Members that follow the first line of the payload, each on one of its own. */
  passed?: readonly string[]
}

/** JSON text that is sent as it is, or its gzip file. */
export class RawReply {
  readonly payload: string | Uint8Array
  readonly isReplayed: boolean
  readonly packedBytes: number | null
  readonly passed: readonly string[]

  constructor(payload: string | Uint8Array, { isReplayed = false, packedBytes, passed = [] }: RawOptions) {
    this.payload = payload
    this.isReplayed = isReplayed
    this.packedBytes = packedBytes ?? null
    this.passed = passed
  }
}

/** Answers with JSON that exists already, such as signed text or another service's reply. */
export function rawReply(payload: string | Uint8Array, options: RawOptions = {}): RawReply {
  return new RawReply(payload, options)
}

export type Handler<C extends Command> = (
  input: CommandInput<C>,
  context: CommandContext,
) => Promise<CommandOutput<C> | RawReply | StoredReply>

/** A command with the handler that answers it. */
export type ServedCommand = {
  readonly command: Command
  readonly handle: (input: never, context: CommandContext) => Promise<unknown>
}

/** Pairs a command with its handler, for `bus.serve`. */
export function on<C extends Command>(command: C, handle: Handler<C>): ServedCommand {
  return { command, handle }
}
