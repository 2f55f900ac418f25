import { type MsgHdrs, MsgHdrsImpl } from '@nats-io/transport-node'
import { traceHeaders, type TraceContext } from './trace-context.ts'

/** The server drops a second message with the same id within the stream's window. */
export const messageIdHeader = 'Nats-Msg-Id'

/** Header names and values, each value on one line. */
export type HeaderRecord = Readonly<Record<string, string>>

/** Makes NATS headers. Throws when a value could end its line and begin a header of its own. */
export function toHeaders(record: HeaderRecord): MsgHdrs {
  assertOneLineEach(record)
  const headers = new MsgHdrsImpl()
  for (const name in record) {
    const value = record[name] as string
    // Straight into the map: set() would examine each character of each name again.
    headers.headers.set(name, [value])
  }
  return headers
}

/** Throws when a value could end its line and begin a header of its own. */
export function assertOneLineEach(record: HeaderRecord): void {
  for (const name in record) {
    const value = record[name] as string
    if (value.includes('\n') || value.includes('\r')) throw new Error(`header ${name} contains a line break`)
  }
}

/** The first value of every header. */
export function fromHeaders(headers: MsgHdrs | undefined): HeaderRecord {
  const record: Record<string, string> = {}
  if (headers !== undefined) for (const [name, values] of headers) record[name] = values[0] ?? ''
  return record
}

export function traceContextOf(headers: HeaderRecord): TraceContext {
  const carrier: Record<string, string> = {}
  for (const name of traceHeaders) if (headers[name] !== undefined) carrier[name] = headers[name]
  return carrier
}
