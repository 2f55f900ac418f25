import { randomUUID } from 'node:crypto'
import type { Environment } from '@outturn/vocabulary'
import {
  accountOf,
  busHeaders,
  type Command,
  type CommandInput,
  type CommandOutput,
  commandSubject,
  type Principal,
  Refusal,
  refusalFromMessage,
  unavailable,
} from '@outturn/contracts'
import { errors } from '@nats-io/transport-node'
import type { CommandLanes } from './command-lanes.ts'
import type { Connection } from '../connection.ts'
import { ordinaryReplyBytes } from './reply-size.ts'
import { assertOneLineEach, type HeaderRecord } from '../messages/message-headers.ts'
import { readMessageJson } from '../messages/message-json.ts'
import { messageTextOf, readMessageText } from '../messages/message-text.ts'
import { bodyOf, textOf } from '../messages/packed-body.ts'
import { activeTraceContext, inSpan } from '../messages/trace-context.ts'
import type { ReceivedPart } from '../packets/packet.ts'
import { BusClosed, BusSilent, NoResponder, Unanswered } from './reply-inbox.ts'

export type RequestOptions = {
  principal: Principal
  /** When the caller stops waiting, epoch ms. Inside a handler: the deadline of its own command. */
  deadline: number
  requestId: string
  /**
   * The same for every repetition of one request, which makes it safe to send a command again while no answer arrives.
   * Without one a command is sent once; a query may always be sent again.
   */
  commandId?: string
  /** Digest of what was asked, where the caller has a better one than that of the message bytes. */
  bodyDigest?: string
  /**
   * Called with the length of a reply above 256 KiB before it is sent here, bytes; the reply is asked for when it has settled. Without it
   * a reply of any length is taken. A command without an id is sent once, so its reply is taken whatever its length; that of a long command
   * is computed once, so `roomFor` is called when it is here.
   */
  roomFor?: (bytes: number) => Promise<void>
}

/** A reply as it came: JSON text in UTF-8. */
export type Reply = { readonly bytes: Uint8Array; readonly isReplayed: boolean }

export type Requester = {
  request<C extends Command>(
    command: C,
    input: CommandInput<C>,
    options: RequestOptions,
  ): Promise<CommandOutput<C>>
  requestBytes<C extends Command>(command: C, input: CommandInput<C>, options: RequestOptions): Promise<Reply>
}

/** A reply with the headers that say how it is read. */
type ReadableReply = Reply & { readonly headers: HeaderRecord }

/** Pauses before a command is sent again to a service of which no instance listened. */
const retryPausesMs = [50, 150, 450]
/** How long a request waits for a lost connection before it is refused. */
const reconnectWaitMs = 2_000
/** Room for headers beside the payload, bytes. */
const headerRoom = 8_192

export type RequesterOptions = { readonly environment: Environment; readonly lanes: CommandLanes }

export function createRequester(connection: Connection, { environment, lanes }: RequesterOptions): Requester {
  const { nats } = connection

  async function send(command: Command, input: unknown, options: RequestOptions): Promise<ReadableReply> {
    const subject = commandSubject(environment, command)
    const message = messageTextOf(input)
    const body = await bodyOf(message.text)
    refuseOversized(body.data, nats.info?.max_payload ?? Number.MAX_SAFE_INTEGER)
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': subject }
    return inSpan({ name: `send ${command.name}`, kind: 'CLIENT', attributes }, async () => {
      const headers = {
        ...requestHeaders(options),
        ...message.headers,
        ...body.headers,
      }
      assertOneLineEach(headers)
      const account = accountOf(options.principal) ?? options.principal.kind
      const isRepeatable = command.kind === 'query' || options.commandId !== undefined
      const { deadline } = options
      const isLong = command.isLong === true
      const lane = lanes.laneOf(subject, command.owner)
      const ask = (more: HeaderRecord, mayRepeat: boolean) =>
        untilAnswered(command, deadline, () =>
          lane.ask({
            headers: { ...headers, ...more },
            body: body.data,
            account,
            deadline,
            isRepeatable: mayRepeat,
            isLong,
          }),
        )
      // A long command is not computed twice for the length of its reply, which takes its room once it is here.
      const roomFor = isRepeatable && !isLong ? options.roomFor : undefined
      const first = await ask(roomFor === undefined ? {} : roomHeaders(ordinaryReplyBytes), isRepeatable)
      let { answer } = first
      // What only this requester sent twice was asked once by its caller.
      const isReplayed = busHeaders.replayed in answer.headers && !first.isRepetition
      for (let bytes = lengthIn(answer); bytes !== null; bytes = lengthIn(answer)) {
        await roomFor?.(bytes)
        // Asked once: two long replies would take the room of one.
        ;({ answer } = await ask(roomHeaders(bytes), false))
      }
      if (isRefusal(answer)) throw refusalFromMessage(readMessageJson(answer.body))
      const said = answer.headers
      const bytes = await textOf(answer.body, said)
      if (isLong && bytes.length > ordinaryReplyBytes) await options.roomFor?.(bytes.length)
      return { bytes, isReplayed, headers: said }
    })
  }

  async function untilAnswered<Answer>(
    command: Command,
    deadline: number,
    attempt: () => Promise<Answer>,
  ): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const remainingMs = deadline - Date.now()
      if (remainingMs < 1) throw noAnswer(command, 'timeout')
      if (!(await connection.whenConnected(Math.min(remainingMs, reconnectWaitMs)))) {
        throw noAnswer(command, 'bus_unavailable')
      }
      try {
        return await attempt()
      } catch (error) {
        const pauseMs = retryPausesMs[tries]
        if (!(error instanceof NoResponder)) throw asRefusal(command, error)
        if (pauseMs === undefined || Date.now() + pauseMs >= deadline) throw noAnswer(command, 'no_responder')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  return {
    requestBytes: send,
    async request(command, input, options) {
      const { bytes, headers } = await send(command, input, options)
      return readMessageText(bytes, headers) as never
    },
  }
}

function roomHeaders(bytes: number): HeaderRecord {
  return { [busHeaders.replyRoom]: String(bytes) }
}

/** The length of a reply that was not sent for want of room; null of any other answer. */
function lengthIn({ headers }: ReceivedPart): number | null {
  const bytes = headers[busHeaders.replyBytes]
  return bytes === undefined ? null : Number(bytes)
}

function isRefusal({ headers }: ReceivedPart): boolean {
  return busHeaders.refusal in headers
}

function requestHeaders(options: RequestOptions): Record<string, string> {
  const headers: Record<string, string> = {
    [busHeaders.commandId]: options.commandId ?? randomUUID(),
    [busHeaders.principal]: JSON.stringify(options.principal),
    [busHeaders.requestId]: options.requestId,
    ...activeTraceContext(),
  }
  if (options.bodyDigest !== undefined) headers[busHeaders.bodyDigest] = options.bodyDigest
  return headers
}

function refuseOversized(payload: string | Uint8Array, maxPayload: number): void {
  const limit = maxPayload - headerRoom
  // A UTF-16 unit is at most three bytes of UTF-8: short payloads need no count.
  if (payload.length * 3 > limit && Buffer.byteLength(payload) > limit) {
    throw new Refusal('input_too_large', 'The request is larger than this deployment takes.')
  }
}

function asRefusal(command: Command, error: unknown): unknown {
  if (error instanceof Unanswered) return noAnswer(command, 'timeout')
  // Everything else, such as a denied subject, is a mistake of the deployment, not an outage.
  const isAway =
    error instanceof BusClosed ||
    error instanceof BusSilent ||
    error instanceof errors.ClosedConnectionError ||
    error instanceof errors.DrainingConnectionError
  return isAway ? noAnswer(command, 'bus_unavailable') : error
}

function noAnswer(command: Command, reason: 'bus_unavailable' | 'no_responder' | 'timeout'): Refusal {
  return unavailable(`The ${command.owner} service did not answer in time.`, {
    reason,
    retryAfterSeconds: 1,
  })
}
