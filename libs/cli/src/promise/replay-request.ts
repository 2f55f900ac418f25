import type { JsonObject, JsonValue } from '@outturn/canonical'
import type { PromiseReplayRequest } from '@outturn/sdk'
import { readDeliveryFile, rowsOf, type TableWords } from '../deliver/delivery-file.ts'
import type { Host } from '../host.ts'
import { UnusableInput } from '../output.ts'
import { readJsonFile } from '../read-file.ts'

export type ReplayFiles = {
  /** File with the terms, or with the whole request. */
  readonly file: string
  readonly units?: string
  readonly corrections?: string
  readonly asOf?: string
  readonly tryThreshold?: string
  readonly tryFinality?: string
  readonly tryUncertain?: string
}

/** The request that the files and options describe. What is wrong in its values is told by the service. */
export async function readReplayRequest(files: ReplayFiles, host: Host): Promise<PromiseReplayRequest> {
  const given = readJsonFile(files.file)
  if (!isObject(given)) {
    throw new UnusableInput(`${files.file} is not a JSON object with the terms of a promise.`)
  }
  const whole: JsonObject = isObject(given['promise']) ? given : { promise: given }
  const sensitivity = axesOf(files)
  const request = {
    ...whole,
    ...(files.units !== undefined && { units: await unitsIn(files.units, host) }),
    ...(files.corrections !== undefined && { corrections: await correctionsIn(files.corrections, host) }),
    ...(files.asOf !== undefined && { as_of: files.asOf }),
    ...(sensitivity !== undefined && { sensitivity }),
  }
  if (!Array.isArray(request.units)) {
    throw new UnusableInput(`${files.file} has no units. Name the file of the history with --units.`)
  }
  if (request.as_of === undefined) {
    throw new UnusableInput('Say as of when the history is measured: --as-of 2026-02-28T00:00:00Z')
  }
  return request as unknown as PromiseReplayRequest
}

function axesOf({ tryThreshold, tryFinality, tryUncertain }: ReplayFiles): object | undefined {
  if (tryThreshold === undefined && tryFinality === undefined && tryUncertain === undefined) return undefined
  return {
    ...(tryThreshold !== undefined && { threshold_bp: numbersOf(tryThreshold, '--try-threshold') }),
    ...(tryFinality !== undefined && { finality_days: numbersOf(tryFinality, '--try-finality') }),
    ...(tryUncertain !== undefined && { uncertain_treatment: partsOf(tryUncertain) }),
  }
}

function partsOf(list: string): string[] {
  return list.split(',').map((part) => part.trim())
}

function numbersOf(list: string, option: string): number[] {
  return partsOf(list).map((part) => {
    if (/^\d{1,9}$/.test(part)) return Number(part)
    throw new UnusableInput(`${option} ${list} is not a list of whole numbers, such as 9000,9500.`)
  })
}

async function unitsIn(file: string, host: Host): Promise<object[]> {
  return rowsAs(file, host, ({ row, need }) => ({
    unit_id: need('unit_id'),
    customer_id: need('customer_id'),
    delivered_at: need('delivered_at'),
    verdict: need('verdict'),
    value_cents: centsOf(row, need('value_cents'), file),
  }))
}

async function correctionsIn(file: string, host: Host): Promise<object[]> {
  return rowsAs(file, host, ({ row, need, find }) => {
    const [verdict, value, reason] = [find('verdict'), find('value_cents'), find('reason')]
    return {
      unit_id: need('unit_id'),
      corrected_at: need('corrected_at'),
      ...(verdict !== null && { verdict }),
      ...(value !== null && { value_cents: centsOf(row, value, file) }),
      ...(reason !== null && { reason }),
    }
  })
}

const historyWords: TableWords = {
  name: 'A history',
  whenTooLarge: 'Replay it in several parts, such as one for each customer: no window spans two customers.',
  whenUnknown: 'End the name of the file with its form, such as history.csv.',
}

type ReadRow = {
  /** Number of the row below the header, from 1. */
  readonly row: number
  readonly need: (column: string) => string
  /** A value; null where the row has none. */
  readonly find: (column: string) => string | null
}

async function rowsAs(file: string, host: Host, read: (row: ReadRow) => object): Promise<object[]> {
  const rows = await rowsOf(
    await readDeliveryFile(file, undefined, host, historyWords),
    undefined,
    historyWords,
  )
  return rows.map((values, index) => {
    const row = index + 1
    const find = (column: string) => textOf(Object.hasOwn(values, column) ? values[column] : null)
    const need = (column: string) => {
      const found = find(column)
      if (found !== null) return found
      throw new UnusableInput(
        `Row ${row} of ${file} has no ${column}.\nIt has: ${Object.keys(values).join(', ')}.`,
      )
    }
    return read({ row, need, find })
  })
}

function textOf(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function centsOf(row: number, text: string, file: string): number {
  if (/^\d{1,15}$/.test(text.trim())) return Number(text)
  throw new UnusableInput(
    `The value_cents of row ${row} of ${file} is ${JSON.stringify(text)}. Write whole cents, such as 250 for 2.50.`,
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
