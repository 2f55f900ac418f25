import { randomUUID } from 'node:crypto'
import {
  busHeaders,
  type Command,
  type CommandInput,
  type CommandOutput,
  commandSubject,
  type Environment,
  type Principal,
  Refusal,
  refusalFromMessage,
} from '@outturn/contracts'
import { errors, type Msg } from '@nats-io/transport-node'
import { SpanKind } from '@opentelemetry/api'
import type { Connection } from './connection.ts'
import { toHeaders } from './message-headers.ts'
import { readMessageJson } from './message-json.ts'
import { activeTraceContext, inSpan } from './trace-context.ts'

export type RequestOptions = {
  principal: Principal
  /** When the caller stops waiting, epoch ms. Inside a handler: the deadline of its own command. */
  deadline: number
  requestId: string
  /** The same for every repetition of one request; a command that only reads needs none. */
  commandId?: string
  /** Digest of what was asked, where the caller has a better one than that of the message bytes. */
  bodyDigest?: string
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

/** Pauses before a command is sent again to a service of which no instance listened. */
const retryPausesMs = [50, 150, 450]
/** How long a request waits for a lost connection before it is refused. */
const reconnectWaitMs = 2_000
/** Room for headers beside the payload, bytes. */
const headerRoom = 8_192

export function createRequester(connection: Connection, environment: Environment): Requester {
  const { nats } = connection

  async function send(command: Command, input: unknown, options: RequestOptions): Promise<Reply> {
    const subject = commandSubject(environment, command)
    const payload = JSON.stringify(input)
    refuseOversized(payload, nats.info?.max_payload ?? Number.MAX_SAFE_INTEGER)
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': subject }
    return inSpan({ name: `send ${command.name}`, kind: SpanKind.CLIENT, attributes }, async () => {
      const headers = toHeaders(requestHeaders(options))
      const message = await untilAnswered(command, options.deadline, (timeout) =>
        nats.request(subject, payload, { timeout, headers }),
      )
      if (message.headers === undefined) return { bytes: message.data, isReplayed: false }
      if (message.headers.has(busHeaders.refusal)) throw refusalFromMessage(message.json())
      return { bytes: message.data, isReplayed: message.headers.has(busHeaders.replayed) }
    })
  }

  async function untilAnswered(
    command: Command,
    deadline: number,
    attempt: (timeoutMs: number) => Promise<Msg>,
  ): Promise<Msg> {
    for (let tries = 0; ; tries += 1) {
      const remainingMs = deadline - Date.now()
      if (remainingMs < 1) throw unavailable(command, 'timeout')
      if (!(await connection.whenConnected(Math.min(remainingMs, reconnectWaitMs)))) {
        throw unavailable(command, 'bus_unavailable')
      }
      try {
        return await attempt(Math.max(1, deadline - Date.now()))
      } catch (error) {
        const pauseMs = retryPausesMs[tries]
        if (!isNoResponders(error)) throw asRefusal(command, error)
        if (pauseMs === undefined || Date.now() + pauseMs >= deadline)
          throw unavailable(command, 'no_responder')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  return {
    requestBytes: send,
    async request(command, input, options) {
      const { bytes } = await send(command, input, options)
      return readMessageJson(bytes) as never
    },
  }
}

function requestHeaders(options: RequestOptions): Record<string, string> {
  const headers: Record<string, string> = {
    [busHeaders.commandId]: options.commandId ?? randomUUID(),
    [busHeaders.deadline]: String(Math.floor(options.deadline)),
    [busHeaders.principal]: JSON.stringify(options.principal),
    [busHeaders.requestId]: options.requestId,
    ...activeTraceContext(),
  }
  if (options.bodyDigest !== undefined) headers[busHeaders.bodyDigest] = options.bodyDigest
  return headers
}

function refuseOversized(payload: string, maxPayload: number): void {
  const limit = maxPayload - headerRoom
  // A UTF-16 unit is at most three bytes of UTF-8: short payloads need no count.
  if (payload.length * 3 > limit && Buffer.byteLength(payload) > limit) {
    throw new Refusal('input_too_large', 'The request is larger than this deployment carries.')
  }
}

function isNoResponders(error: unknown): boolean {
  return error instanceof errors.RequestError && error.isNoResponders()
}

function asRefusal(command: Command, error: unknown): unknown {
  if (error instanceof errors.TimeoutError) return unavailable(command, 'timeout')
  const cause = error instanceof errors.RequestError ? (error.cause ?? error) : error
  // A denied subject is a mistake of the deployment, not an outage.
  if (cause instanceof errors.PermissionViolationError) return error
  if (
    cause instanceof errors.ClosedConnectionError ||
    cause instanceof errors.DrainingConnectionError ||
    cause instanceof errors.RequestError
  ) {
    return unavailable(command, 'bus_unavailable')
  }
  return error
}

function unavailable(command: Command, reason: 'bus_unavailable' | 'no_responder' | 'timeout'): Refusal {
  return new Refusal('configuration_unavailable', `${command.owner} did not answer in time.`, {
    reason,
    retryAfterSeconds: 1,
  })
}
