import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BusContract, Schema } from './bus-contract.ts'

/** Messages of the previous release; a line for each definition, so that a change of it can be read. */
export const contractFile = join(import.meta.dirname, 'previous-contract.jsonl')

/** A definition or a message; `both` where it is the same to sender and receiver. */
type Line = {
  readonly name: string
  readonly both?: unknown
  readonly received?: unknown
  readonly sent?: unknown
}

const parts = ['$defs', 'properties'] as const

export function toLines({ received, sent }: BusContract): string {
  const lines = parts.flatMap((part) => {
    const left = membersOf(received, part)
    const right = membersOf(sent, part)
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].map((member): Line => {
      const name = `${part}/${member}`
      const isSame = JSON.stringify(left[member]) === JSON.stringify(right[member])
      return isSame ? { name, both: left[member] } : { name, received: left[member], sent: right[member] }
    })
  })
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

export function readRecordedContract(): BusContract {
  const contract = { received: emptyRoot(), sent: emptyRoot() }
  for (const text of readFileSync(contractFile, 'utf8').trimEnd().split('\n')) {
    const { name, both, received = both, sent = both } = JSON.parse(text) as Line
    const [part, member] = name.split('/') as [(typeof parts)[number], string]
    if (received !== undefined) contract.received[part][member] = received as Schema
    if (sent !== undefined) contract.sent[part][member] = sent as Schema
  }
  return contract
}

function emptyRoot(): { $defs: Record<string, Schema>; properties: Record<string, Schema> } {
  return { $defs: {}, properties: {} }
}

function membersOf(schema: Schema, part: string): Record<string, unknown> {
  return (schema[part] ?? {}) as Record<string, unknown>
}
